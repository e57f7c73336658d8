import DualCamConfig

/// Finds the installed encoders that match an output's encoder settings and support the container.
struct EncoderResolution {
    let output: OutputName
    let pipeline: Pipeline
    let machine: MachineFacts

    var settings: EncoderSettings { pipeline.encoders.settings(for: output) }
    private var container: Container { pipeline.recording.container }

    /// Returns the encoders that the output's setting `use` allows on this machine; with `auto`, there may be several.
    /// Returns `nil` if the camera's stream is recorded without re-encoding. Throws if no such encoder is installed, or
    /// if the container cannot hold the codec.
    func choice() throws(PlanIssue) -> [EncoderImplementation]? {
        let use = settings.use
        if use == "passthrough" { return nil }
        if use == "auto" { return try automatic() }
        if let codec = VideoCodec(rawValue: use) { return [try best([codec], named: use)] }
        guard let implementation = EncoderCatalog.implementation(use) else {
            let nearest =
                use.nearest(among: EncoderCatalog.words).map { "did you mean `\($0)`? " } ?? ""
            throw PlanIssue(
                path("use"), "there is no encoder called `\(use)`",
                hint: nearest + "`use` takes " + EncoderCatalog.words.joined(separator: ", "))
        }
        try fits(implementation.codec, named: use)
        guard implementation.element(on: machine) != nil else { throw missing("encoder `\(use)`") }
        return [implementation]
    }

    /// Returns the key path under which `key` is set: that of the output's own section, or of `default` if the output
    /// does not set the key.
    func path(_ key: String) -> String {
        let own = pipeline.encoders.outputs[output]
        let isOwn =
            switch key {
            case "use": own?.use != nil
            case "preset": own?.preset != nil
            case "speed": own?.speed != nil
            case "quality": own?.quality != nil
            case "bitrate": own?.bitrate != nil
            default: false
            }
        return "encoders.\(isOwn ? output.rawValue : "default").\(key)"
    }

    private func automatic() throws(PlanIssue) -> [EncoderImplementation] {
        guard let quality = settings.quality else { return try open() }
        let codecs = QualityPreset.of(quality).codecs
        let fitting = codecs.filter { container.accepts($0) }
        guard !fitting.isEmpty else {
            throw PlanIssue(
                path("quality"),
                "quality `\(quality.rawValue)` needs \(codecs[0].rawValue), which \(container.rawValue) files cannot hold",
                hint: containers(for: codecs[0]))
        }
        return [try best(fitting, named: quality.rawValue)]
    }

    /// Returns all installed encoders of one codec: the first codec, in order of preference, that has an installed
    /// encoder. H.264 is tried first, because every player supports it.
    private func open() throws(PlanIssue) -> [EncoderImplementation] {
        let codecs: [VideoCodec] = [.h264, .h265, .vp9, .av1]
        for codec in codecs {
            let atHand = EncoderCatalog.implementations.filter { $0.codec == codec && $0.element(on: machine) != nil }
            guard let first = atHand.first else { continue }
            let fitting = atHand.filter { implementation in
                settings.presetUse != nil || settings.preset.map(implementation.presets.contains) ?? true
            }
            return fitting.isEmpty ? [first] : fitting
        }
        return [try best(codecs, named: "auto")]
    }

    private func best(_ codecs: [VideoCodec], named word: String) throws(PlanIssue) -> EncoderImplementation {
        if codecs.count == 1 { try fits(codecs[0], named: word) }
        for codec in codecs {
            if let best = EncoderCatalog.best(codec, on: machine) { return best }
        }
        throw missing("encoder for \(codecs.map(\.rawValue).joined(separator: " or "))")
    }

    private func fits(_ codec: VideoCodec, named word: String) throws(PlanIssue) {
        guard !container.accepts(codec) else { return }
        throw PlanIssue(
            path("use"), "\(container.rawValue) files cannot hold \(codec.rawValue) (`\(word)`)",
            hint: containers(for: codec))
    }

    private func containers(for codec: VideoCodec) -> String {
        let words = codec.containers.map { "`\($0.rawValue)`" }.joined(separator: " or ")
        return "write \(words) for recording.container, or choose another codec"
    }

    private func missing(_ what: String) -> PlanIssue {
        let have = EncoderCatalog.list(on: machine).filter(\.available).map(\.word)
        return PlanIssue(
            path("use"), "this machine has no \(what) (output \(output))",
            hint: have.isEmpty
                ? "no encoder is installed; Scripts/dualcam installs them" : "at hand: \(have.joined(separator: ", "))",
            code: .elementMissing)
    }

    /// Returns all issues with the output's encoder settings.
    func issues() -> [PlanIssue] {
        do {
            guard let implementation = try choice()?.first else { return [] }
            return [presetIssue(implementation), bitrateIssue(implementation), sizeIssue(implementation)].compactMap(
                \.self)
        } catch {
            return [error]
        }
    }

    private func presetIssue(_ implementation: EncoderImplementation) -> PlanIssue? {
        guard let preset = settings.preset, !implementation.presets.contains(preset),
            settings.writer(of: preset, otherThan: implementation) == nil
        else { return nil }
        let nearest =
            preset.nearest(among: implementation.presets).map { "did you mean `\($0)`? " } ?? ""
        let words = implementation.presets.joined(separator: ", ")
        return PlanIssue(
            path("preset"), "encoder `\(implementation.word)` (output \(output)) has no preset `\(preset)`",
            hint: words.isEmpty
                ? "leave `preset` out; this encoder has none"
                : nearest + "it has \(words); `speed` is the same for all")
    }

    private func sizeIssue(_ implementation: EncoderImplementation) -> PlanIssue? {
        let camera = pipeline.cameras.first { $0.name == output.rawValue }
        guard let most = implementation.mostMacroblocks,
            let size = output == .combined ? pipeline.combined?.size : camera?.size,
            (size.width + 15) / 16 * ((size.height + 15) / 16) > most
        else { return nil }
        return PlanIssue(
            path("use"), "encoder `\(implementation.word)` takes no pictures of \(size.notation) (output \(output))",
            hint: "choose another encoder, or a smaller size; 4096x2304 is the largest of that shape")
    }

    private func bitrateIssue(_ implementation: EncoderImplementation) -> PlanIssue? {
        guard let bitrate = settings.bitrate, bitrate.bitsPerSecond > implementation.highestBitrate else { return nil }
        let limit = "\(Double(implementation.highestBitrate) / 1_000_000)Mbps"
        return PlanIssue(
            path("bitrate"), "encoder `\(implementation.word)` (output \(output)) makes at most \(limit)",
            hint: "write \(limit) or less, or choose another encoder")
    }
}
