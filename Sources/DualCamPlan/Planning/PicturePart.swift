import DualCamConfig

extension PlanBuilder {
    /// glvideomixer's pads cut what lies outside of `source`.
    static func crop(of size: FrameSize, to source: PixelRectangle?) -> [Property] {
        let source = source ?? PixelRectangle(size)
        return [
            ("left", source.x), ("top", source.y), ("right", size.width - source.x - source.width),
            ("bottom", size.height - source.y - source.height),
        ].map { Property("crop-\($0.0)", .int(Int64($0.1))) }
    }

    /// Linear, four taps, of what is cut out: half of the default's cost, and it looks as good.
    static func resampler(source: PixelRectangle?) -> Property {
        var fields = [
            Property("resampler-method", .enumeration(type: "GstVideoResamplerMethod", nick: "linear")),
            Property("resampler-taps", .uint(4)),
        ]
        if let source {
            fields += [
                Property("src-x", .int(Int64(source.x))), Property("src-y", .int(Int64(source.y))),
                Property("src-width", .int(Int64(source.width))), Property("src-height", .int(Int64(source.height))),
            ]
        }
        let config = StructurePlan(
            name: "GstVideoConverter", fields: fields.map { Property("GstVideoConverter.\($0.name)", $0.value) })
        return Property("converter-config", .structure(config))
    }
}

extension PlanDecisions {
    /// Every camera of the file, whether it is seen at first or not.
    var stage: MixerInputs? {
        guard let combined else { return nil }
        let players = pipeline.cameras.compactMap { camera in
            cameras.first { $0.name == camera.name }.map {
                MixerInputs.Player(name: $0.name, size: $0.size, isFed: $0.isFed)
            }
        }
        return MixerInputs(mixer: combined.mixer, players: players, space: colour.space)
    }
}
