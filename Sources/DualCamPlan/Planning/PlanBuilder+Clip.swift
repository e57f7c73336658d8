import DualCamConfig

extension PlanBuilder {
    /// `filesrc ! demuxer`, then `elements` (one at least) once the demuxer's pad is there, and a loop over the whole
    /// that acts before the last of them. A pad without a number in its name is there from the beginning.
    mutating func addClip(
        _ clip: ClipFacts, pad: String, elements: [ElementPlan], prefix: String, branch: BranchID,
        picture: LoopPlan.Picture? = nil
    ) -> PadReference {
        chain([
            ElementPlan(
                "filesrc", name: "\(prefix).source", branch: branch, [Property("location", .string(clip.path))]),
            ElementPlan(clip.demuxer, name: "\(prefix).demuxer", branch: branch),
        ])
        let demuxed = PadReference("\(prefix).demuxer", pad)
        let last = chain(elements, after: demuxed)
        for index in plan.links.indices where plan.links[index].from == demuxed {
            plan.links[index].whenPadAppears = pad.contains("%")
            plan.loops.append(
                LoopPlan(
                    demuxer: "\(prefix).demuxer", start: picture == nil ? clip.soundStart : clip.start,
                    length: clip.length,
                    pad: PadReference(last.element, "sink"), picture: picture))
        }
        return last
    }

    /// The clip's decoders as elements: `back.decoder` is the one that makes raw frames.
    func decoders(_ factories: [String], prefix: String, branch: BranchID, cost: Double) -> [ElementPlan] {
        factories.enumerated().map { index, factory in
            let isLast = index == factories.count - 1
            let name = isLast ? "\(prefix).decoder" : "\(prefix).decoder-input" + (index == 0 ? "" : "-\(index + 1)")
            return .decoder(factory, name: name, branch: branch, cost: cost)
        }
    }
}

extension ClipFacts.Video {
    /// The colorimetry to keep where the picture's size changes; `nil`: the clip says none.
    var pinnedColorimetry: String? {
        guard let colorimetry, format.map(Colour.isConverted) != true else { return colorimetry }
        return Colour.seen(colorimetry, in: size, chromaSite: nil).colorimetry
    }

    /// Sets right what the demuxer says of the range: the parser takes its word before the stream's. Nothing where it is right.
    func rangeCorrection(_ name: String, _ branch: BranchID) -> [ElementPlan] {
        guard isMisread, let colorimetry else { return [] }
        let caps = StructurePlan("video/x-h264", [Property("colorimetry", .string(colorimetry))])
        return [ElementPlan("capssetter", name: name, branch: branch, [Property("caps", .caps(caps))])]
    }
}

extension ElementPlan {
    /// One thread where one carries the stream: each further thread of libav's holds frames.
    static func decoder(_ factory: String, name: String, branch: BranchID, cost: Double) -> ElementPlan {
        let isLibav = factory.hasPrefix("avdec_h26")
        return ElementPlan(
            factory, name: name, branch: branch, isLibav && cost <= 0.6 ? [Property("max-threads", .int(1))] : [])
    }
}
