extension Reader<Encoders> {
    static func encoders(among names: Names) -> Reader {
        .section(Encoders()) { encoders, section in
            section.read("default", into: &encoders.standard, .settings)
            section.read("audio", into: &encoders.audio, .audio)
            encoders.standard.presetUse = section.presetUse(of: "default")
            let presetUse = section.presetUse
            section.readOthers({ .override(of: $0, among: names) }) { name, entry in
                var entry = entry
                entry.presetUse = presetUse(name)
                if entry != EncoderOverride() { encoders.outputs[OutputName(name)] = entry }
            }
        }
    }
}

extension Reader<EncoderSettings> {
    static var settings: Reader {
        .section(EncoderSettings()) { settings, section in
            section.read("use", into: &settings.use, .encoder)
            section.read("preset", into: &settings.preset, .words, or: "auto")
            section.read("speed", into: &settings.speed, .word, or: "auto")
            section.keepLater(&settings.preset, &settings.speed)
            section.read("quality", into: &settings.quality, .word, or: "auto")
            section.read("bitrate", into: &settings.bitrate, .videoBitrate, or: "auto")
            section.read("keyframes", into: &settings.keyframes, .keyframes)
            if let quality = section.qualityInUse(settings.use, beside: settings.quality) {
                (settings.use, settings.quality) = ("auto", quality)
            }
        }
    }
}

extension Reader<EncoderOverride> {
    static func override(of output: String, among names: Names) -> Reader {
        Reader(shape: Reader.override.shape) { place, findings in
            do throws(Refusal) {
                try names.check(output: output, besides: ["default", "audio"])
            } catch {
                findings.append(Finding(place.path, place.keyOrigin, error))
            }
            return Reader.override.read(place, &findings)
        }
    }

    private static var override: Reader {
        let hint = "leave the key out to use that of encoders.default"
        return .section(EncoderOverride()) { entry, section in
            section.read("use", into: &entry.use, .encoder)
            section.read("preset", into: &entry.preset, .words.refusing("auto", hint: hint))
            section.read("speed", into: &entry.speed, .word.refusing("auto", hint: hint))
            section.keepLater(&entry.preset, &entry.speed)
            section.read("quality", into: &entry.quality, .word.refusing("auto", hint: hint))
            section.read("bitrate", into: &entry.bitrate, .videoBitrate.refusing("auto", hint: hint))
            section.read("keyframes", into: &entry.keyframes, .keyframes)
            if let quality = section.qualityInUse(entry.use, beside: entry.quality) {
                (entry.use, entry.quality) = ("auto", quality)
            }
        }
    }
}

extension Section {
    /// Returns the value of `use` in the file, to which an output's preset belongs, if the command line sets a
    /// different `use`; otherwise `nil`.
    fileprivate func presetUse(of output: String) -> String? {
        let uses = [output, "default"].compactMap { setting(at: $0, "use") }
        guard let use = uses.first, use.origin.isOverride,
            let preset = setting(at: output, "preset") ?? setting(at: "default", "preset"), !preset.origin.isOverride
        else { return nil }
        return uses.lazy.compactMap { $0.origin.isOverride ? $0.former : $0.text }.first ?? "auto"
    }

    /// Resolves the conflict if both preset and speed are set: keeps the one from the command line, and rejects both if
    /// they have the same source.
    fileprivate mutating func keepLater(_ preset: inout String?, _ speed: inout EncoderSpeed?) {
        guard let words = setting(at: "preset"), let scale = setting(at: "speed") else { return }
        switch (words.origin.isOverride, scale.origin.isOverride) {
        case (true, false): speed = nil
        case (false, true): preset = nil
        case (true, true), (false, false):
            guard preset != nil, let speed else { return }
            let refusal = Refusal("a preset says how fast, too, and 'speed' is \(speed.rawValue)", hint: "keep one")
            refuse("preset", beside: "speed", because: refusal)
        }
    }

    /// Returns the quality if `use` names a quality instead of an encoder; otherwise `nil`. Rejects a different value
    /// of `quality`.
    fileprivate mutating func qualityInUse(_ use: String?, beside given: Quality?) -> Quality? {
        guard let quality = use.flatMap(Quality.init(rawValue:)) else { return nil }
        if let given, given != quality {
            let refusal = Refusal(
                "'\(quality.rawValue)' is a quality, and 'quality' is \(given.rawValue)", hint: "keep one")
            refuse("use", beside: "quality", because: refusal)
        }
        return quality
    }
}

extension Reader<AudioEncoderSettings> {
    static var audio: Reader {
        .section(AudioEncoderSettings()) { audio, section in
            section.read("use", into: &audio.use, .word)
            section.read("bitrate", into: &audio.bitrate, .audioBitrate)
        }
    }
}

extension Reader<Bitrate> {
    static var videoBitrate: Reader {
        .quantity(in: Encoders.bitrates)
    }

    static var audioBitrate: Reader { .quantity(in: Bitrate(bitsPerSecond: 8000)...Bitrate(bitsPerSecond: 1_000_000)) }
}

extension Reader<Duration> {
    static var keyframes: Reader { .quantity(in: Duration.milliseconds(10)...Duration.seconds(3600)) }
}

extension Reader<String> {
    /// A reader of the setting `use`: a codec, an encoder, `passthrough`, `auto` or the name of a quality.
    fileprivate static var encoder: Reader {
        let words = { (context: LoadContext) in context.encoders + Quality.allCases.map(\.rawValue) }
        let known = Reader.text { (text, variables) throws(Refusal) in
            let (word, known) = (try String.checked(text), words(variables.context))
            guard variables.context.encoders.isEmpty || known.contains(word) else {
                throw .unknown(word, kind: "encoder", among: known)
            }
            return word
        }
        return Reader(shape: { .words(words($0)) }, known.read)
    }
}
