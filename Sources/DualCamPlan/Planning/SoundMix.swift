import DualCamConfig

/// A stream of encoded sound that is written to the files of all outputs.
struct EncodedSound {
    /// The prefix of the names of the stream's elements, such as `audio` or `audio.room`.
    var prefix: String
    /// The names of the microphones in the stream; empty for a microphone without a name.
    var microphones: [String]

    /// The suffix of the names of the stream's file-writing elements; empty if the recording has only one stream of
    /// sound.
    var suffix: String { prefix == SoundMix.prefix ? "" : "-" + microphones.joined() }
}

/// The mix of several microphones into one track.
package enum SoundMix {
    package static let element = "audiomixer"
    static let prefix = "audio"
    /// The maximum time that the mixer waits for a microphone that does not deliver, before it continues without that
    /// microphone. If all microphones deliver, the mixer does not wait.
    static let patience = Duration.seconds(1)

    /// Returns a microphone whose settings describe the audio format of the mix: the common sample rate, the highest
    /// number of channels and the largest sample size of the microphones.
    static func form(of rows: [SoundRow]) -> Microphone {
        var mix = Microphone()
        mix.rate = rows.first?.microphone.rate ?? mix.rate
        mix.channels = rows.map(\.microphone.channels).max() ?? mix.channels
        mix.bits = rows.contains { $0.microphone.bits == .twentyFour } ? .twentyFour : .sixteen
        return mix
    }
}

extension PlanBuilder {
    /// Adds a microphone with its own track to the plan: its elements, its encoder, and the tee for files.
    mutating func addTrack(_ row: SoundRow) {
        let gated = addRow(row)
        plan.valves.append(
            ValvePlan(
                pad: PadReference(gated.element, "src"), media: .audio, branch: row.branch,
                bufferNanoseconds: row.bufferLength))
        addSoundEncoder(
            EncodedSound(prefix: row.prefix, microphones: row.microphone.isNamed ? [row.microphone.name] : []),
            row.microphone, branch: row.branch, after: gated)
    }

    /// Adds all microphones to the plan as one mixed track. The level of each microphone is measured before the mixer.
    /// Its volume and muting are also applied there.
    mutating func addMix(of rows: [SoundRow]) {
        let codec = pipeline.encoders.audio.use
        let branch = BranchID.audioEncoder(nil)
        let mix = SoundMix.form(of: rows)
        let form = codec.caps(SoundCodec(codec).format(mix.bits).rawValue, rate: mix.rate, channels: mix.channels)
        let ends = rows.map { row in
            let metered = addRow(row)
            plan.valves.append(
                ValvePlan(
                    pad: PadReference(metered.element, "src"), media: .audio, branch: row.branch,
                    bufferNanoseconds: row.bufferLength, cuts: false))
            return chain(
                [
                    ElementPlan("audioconvert", name: row("spread"), branch: row.branch),
                    .caps(row("spread-form"), row.branch, form),
                ], after: metered)
        }
        let mixed = chain([mixer(branch), .caps("audio.mixed", branch, form)])
        for end in ends { plan.links.append(LinkPlan(end, PadReference("audio.mixer", "sink_%u"))) }
        plan.branches.append(BranchPlan(name: branch, input: PadReference("audio.mixed", "sink")))
        plan.valves.append(
            ValvePlan(
                pad: PadReference(mixed.element, "src"), media: .audio, branch: branch, bufferNanoseconds: 10_000_000))
        addSoundEncoder(
            EncodedSound(prefix: SoundMix.prefix, microphones: rows.map(\.microphone.name)), mix, branch: branch,
            after: mixed)
    }

    private func mixer(_ branch: BranchID) -> ElementPlan {
        ElementPlan(
            SoundMix.element, name: "audio.mixer", branch: branch,
            [
                Property("latency", .uint(UInt64(SoundMix.patience.nanoseconds))),
                Property("output-buffer-duration", .uint(10_000_000)),
            ])
    }

    private mutating func addSoundEncoder(
        _ sound: EncodedSound, _ form: Microphone, branch: BranchID, after gated: PadReference
    ) {
        let codec = SoundCodec(pipeline.encoders.audio.use)
        let name = { (what: String) in "\(sound.prefix).\(what)" }
        var elements = codec.format(form.bits) == .s32 ? narrowing(form, branch, name) : []
        if let encoder = codec.encoder {
            let bitrate = Property("bitrate", .int(Int64(pipeline.encoders.audio.bitrate.bitsPerSecond)))
            elements.append(
                ElementPlan(encoder, name: name("encoder"), branch: branch, encoder == "flacenc" ? [] : [bitrate]))
        }
        if let parser = codec.parser { elements.append(ElementPlan(parser, name: name("parser"), branch: branch)) }
        let past = past(name("past"), branch, bitrate: form.rate * form.channels * 32)
        chain(elements + past + [.tee(name("encoded"), branch)], after: gated)
        let late = Int64(codec.delay) * 1_000_000_000 / Int64(planted(.lateAsAt48000) ? 48_000 : form.rate)
        for index in plan.links.indices where late > 0 && plan.links[index].from.element == name("encoder") {
            plan.links[index].offset = -late
        }
        encodedSounds.append(sound)
    }

    /// Returns the elements that convert 24-bit samples stored in 32 bits to packed 24 bits. Before these elements, the
    /// samples occupy the upper part of 32 bits, because the level meters do not accept packed 24 bits.
    private func narrowing(_ form: Microphone, _ branch: BranchID, _ name: (String) -> String) -> [ElementPlan] {
        let exactly = Property("dithering", .enumeration(type: nil, nick: "none"))
        let caps = pipeline.encoders.audio.use.caps("S24LE", rate: form.rate, channels: form.channels)
        return [
            ElementPlan("audioconvert", name: name("narrow"), branch: branch, [exactly]),
            .caps(name("samples"), branch, caps),
        ]
    }
}
