import DualCamConfig

extension PlanBuilder {
    private var source: BranchName { BranchName("audio.source") }
    private var encoding: BranchName { BranchName("audio.encoder") }

    /// Microphone and resampler, whose form of sound stays the same whatever device they are made anew for; then what cleans
    /// it, the gate, the one encoder, and the tee that every file hangs on.
    mutating func addSound() {
        guard let facts = decisions.inputs.microphone, let microphone = pipeline.microphone else { return }
        let codec = SoundCodec(pipeline.encoders.audio.use)
        let format = codec.format(microphone.bits)
        let form = soundCaps(microphone, format.rawValue)
        let raw = chain(forming(form), after: addMicrophone(facts))
        let queued = chain([.timedQueue("audio.queue", encoding, seconds: 2, isLeaky: true)], after: raw)
        let cleanings = SoundCleaning(microphone, form, decisions.inputs.machine, branch: encoding).plans
        let cleaned = chain(cleanings[microphone.mode]?.elements ?? [], after: queued)
        let even = chain([.caps("audio.caps", encoding, form), even(facts)], after: cleaned)
        let gated = chain([ElementPlan("level", name: "audio.level", branch: encoding)], after: even)
        plan.silence = silence(form, rate: microphone.rate)
        plan.sound = SoundPlan(
            pad: PadReference(even.element, "src"), format: format, rate: microphone.rate,
            channels: microphone.channels, gain: microphone.gain, windFilter: microphone.windFilter,
            mode: microphone.mode, cleanings: cleanings, raw: PadReference(queued.element, "src"),
            cleaned: PadReference("audio.caps", "sink"))
        plan.branches += [
            BranchPlan(source, input: PadReference("audio.queue", "sink"), queue: nil, output: nil, rate: nil),
            BranchPlan(
                encoding, input: PadReference("audio.queue", "sink"), queue: "audio.queue", output: nil, rate: nil),
        ]
        plan.gates.append(
            GatePlan(
                pad: PadReference(gated.element, "src"), media: .audio, needsKeyFrame: false, decidesStart: true,
                branch: encoding, bufferNanoseconds: bufferLength(facts, microphone)))
        let narrow = format == .s32 ? narrowing(microphone) : []
        addSoundEncoder(codec, rate: microphone.rate, after: chain(narrow, after: gated))
    }

    /// The meters take no samples of 24 bits; these have been so many all the way, in the upper part of 32.
    private func narrowing(_ microphone: Microphone) -> [ElementPlan] {
        let exactly = Property("dithering", .enumeration(type: nil, nick: "none"))
        return [
            ElementPlan("audioconvert", name: "audio.narrow", branch: encoding, [exactly]),
            .caps("audio.samples", encoding, soundCaps(microphone, "S24LE")),
        ]
    }

    private mutating func addMicrophone(_ facts: MicrophoneFacts) -> PadReference {
        switch facts {
        case .device(let element, let device): chain([microphoneDevice(element, device)])
        case .test: chain(testTone)
        case .clip(let clip):
            addClip(
                clip, pad: clip.audio?.pad ?? "audio_%u",
                elements: decoders(clip.audio?.decoders ?? [], prefix: "audio", branch: source, cost: 0)
                    + [ElementPlan("clocksync", name: "audio.clock", branch: source)],
                prefix: "audio", branch: source)
        }
    }

    /// A tick a second, in whole numbers: audiotestsrc leaves the first sample of each tick as it found its memory, and what
    /// that is as a floating-point number (NaN at worst, for which avenc_aac leaves out the whole packet) nobody knows.
    private var testTone: [ElementPlan] {
        [
            ElementPlan(
                "audiotestsrc", name: "audio.source", branch: source,
                [
                    Property("is-live", .bool(true)),
                    Property("wave", .enumeration(type: "GstAudioTestSrcWave", nick: "ticks")),
                    Property("tick-interval", .int(1_000_000_000)), Property("volume", .double(0.5)),
                ]),
            .caps("audio.tone", source, CapsPlan("audio/x-raw", [Property("format", .string("S16LE"))])),
        ]
    }

    /// It provides no clock: pictures keep the kernel's exact time stamps, and a microphone that is lost costs no clock.
    private func microphoneDevice(_ element: String, _ device: String?) -> ElementPlan {
        let name = element == "pipewiresrc" ? "target-object" : "device"
        let given = device.map { [Property(name, .string($0))] } ?? []
        let buffering = [
            Property("provide-clock", .bool(false)), Property("buffer-time", .int(200_000)),
            Property("latency-time", .int(20_000)),
        ]
        return ElementPlan(
            element, name: "audio.source", branch: source,
            given + (element == "pipewiresrc" ? [Property("provide-clock", .bool(false))] : buffering))
    }

    private func forming(_ form: CapsPlan) -> [ElementPlan] {
        [
            ElementPlan("audioconvert", name: "audio.convert", branch: source),
            ElementPlan("audioresample", name: "audio.resample", branch: source), .caps("audio.form", source, form),
        ]
    }

    /// What is heard while the microphone is lost, 20 ms at a time.
    private func silence(_ form: CapsPlan, rate: Int) -> [ElementPlan] {
        let branch = BranchName("audio.silence")
        return [
            ElementPlan(
                "audiotestsrc", name: "audio.silence", branch: branch,
                [
                    Property("is-live", .bool(true)),
                    Property("wave", .enumeration(type: "GstAudioTestSrcWave", nick: "silence")),
                    Property("samplesperbuffer", .int(Int64(rate / 50))),
                ]),
            .caps("audio.silence-form", branch, form),
        ]
    }

    /// Fills gaps and cuts overlaps: a microphone may be lost and come back, its clock may drift, a clip's sound may be shorter
    /// or longer than its picture, and qtmux counts the samples of uncompressed sound instead of following their time stamps
    /// (it refuses the stream when they disagree). A device's time stamps are only about right; what differs by less than one of
    /// its buffers is left as it is, where a correction would be heard.
    private func even(_ facts: MicrophoneFacts) -> ElementPlan {
        let tolerance: UInt64 = if case .device = facts { 20_000_000 } else { 1_000_000 }
        return ElementPlan(
            "audiorate", name: "audio.even", branch: encoding,
            [Property("skip-to-first", .bool(true)), Property("tolerance", .uint(tolerance))])
    }

    private func soundCaps(_ microphone: Microphone, _ format: String) -> CapsPlan {
        CapsPlan(
            "audio/x-raw",
            [
                Property("format", .string(format)), Property("layout", .string("interleaved")),
                Property("rate", .int(Int64(microphone.rate))), Property("channels", .int(Int64(microphone.channels))),
            ] + (channelMask(microphone.channels).map { [Property("channel-mask", .bitmask($0))] } ?? []))
    }

    /// Speaker places for more than two channels, as the encoders order them (front, centre, rear, bass, sides).
    private func channelMask(_ channels: Int) -> UInt64? {
        let masks: [Int: UInt64] = [
            3: 0x7, 4: pipeline.encoders.audio.use == .aac ? 0x107 : 0x33, 5: 0x37, 6: 0x3f, 7: 0x13f, 8: 0xc3f,
        ]
        return masks[channels]
    }

    private func bufferLength(_ facts: MicrophoneFacts, _ microphone: Microphone) -> Int64 {
        switch facts {
        case .device: 20_000_000
        case .test: 1024 * 1_000_000_000 / Int64(microphone.rate)
        case .clip: 100_000_000
        }
    }

    private mutating func addSoundEncoder(_ codec: SoundCodec, rate: Int, after gated: PadReference) {
        var elements: [ElementPlan] = []
        if let encoder = codec.encoder {
            let bitrate = Property("bitrate", .int(Int64(pipeline.encoders.audio.bitrate.bitsPerSecond)))
            elements.append(
                ElementPlan(encoder, name: "audio.encoder", branch: encoding, encoder == "flacenc" ? [] : [bitrate]))
        }
        if let parser = codec.parser { elements.append(ElementPlan(parser, name: "audio.parser", branch: encoding)) }
        chain(elements + [.tee("audio.encoded", encoding)], after: gated)
        let late = Int64(codec.delay) * 1_000_000_000 / Int64(rate)
        for index in plan.links.indices where late > 0 && plan.links[index].from.element == "audio.encoder" {
            plan.links[index].offset = -late
        }
    }
}
