import DualCamConfig

extension PlanBuilder {
    /// Adds the elements of all microphones to the plan, followed by either an encoder for each, or a mixer and one
    /// encoder.
    mutating func addSound() {
        let rows = decisions.inputs.heard
        if decisions.inputs.isMixed {
            addMix(of: rows)
        } else {
            for row in rows { addTrack(row) }
        }
    }

    /// Adds a microphone to the plan: its source, the resampler, whose output format is the same for all devices, the
    /// noise reduction, the element that fills gaps, and the level meter.
    /// - Returns: the source pad of the level meter, after which the sound is encoded or mixed.
    mutating func addRow(_ row: SoundRow) -> PadReference {
        let microphone = row.microphone
        let raw = chain(forming(row), after: addMicrophone(row))
        let queued = chain([Self.patientQueue(row("queue"), row.branch)], after: raw)
        let cleanings = row.cleanings(on: decisions.inputs.machine)
        let cleaned = chain(cleanings[microphone.mode]?.elements ?? [], after: queued)
        let even = chain([.caps(row("caps"), row.branch, row.form), even(row)], after: cleaned)
        let gated = chain([ElementPlan("level", name: row("level"), branch: row.branch)], after: even)
        plan.sounds.append(
            SoundPlan(
                input: microphone.input, prefix: row.prefix, branch: row.branch, silence: silence(row),
                pad: PadReference(even.element, "src"), format: row.format, rate: microphone.rate,
                channels: microphone.channels, gain: microphone.gain, windFilter: microphone.windFilter,
                delay: microphone.delay.nanoseconds, mode: microphone.mode, cleanings: cleanings,
                raw: PadReference(queued.element, "src"),
                cleaned: PadReference(row("caps"), "sink")))
        let entry = PadReference(row("queue"), "sink")
        plan.branches += [
            BranchPlan(name: row.source, input: entry),
            BranchPlan(name: row.branch, input: entry, queue: row("queue")),
        ]
        let isAbsent = decisions.inputs.absentMicrophones.contains(microphone.name)
        plan.inputs.append(
            InputPlan(
                name: microphone.input, branches: [row.source], pad: entry, isAbsent: isAbsent,
                isSearched: isAbsent && microphone.device == .auto))
        return gated
    }

    /// Returns the long queue of a microphone. Sound needs little memory, so the queue can hold it until an overloaded
    /// machine processes it. Other streams do not wait for sound in this queue.
    private static func patientQueue(_ name: String, _ branch: BranchID) -> ElementPlan {
        .queue(name, branch, bytes: 64_000_000, seconds: 20, isLeaky: true)
    }

    private mutating func addMicrophone(_ row: SoundRow) -> PadReference {
        switch row.facts {
        case .device(let element, let device): chain([microphoneDevice(element, device, row)])
        case .test, .voice: chain(testTone(row))
        case .clip(let clip):
            addClip(
                clip, pad: clip.audio?.pad ?? "audio_%u",
                elements: decoders(clip.audio?.decoders ?? [], prefix: row.prefix, branch: row.source, cost: 0)
                    + [ElementPlan("clocksync", name: row("clock"), branch: row.source)],
                prefix: row.prefix, branch: row.source)
        }
    }

    /// Returns the elements that generate a test tone, one tick per second, with integer samples.
    ///
    /// audiotestsrc leaves the first sample of each tick uninitialised. As a floating-point number, that sample may be
    /// NaN, for which avenc_aac drops the whole packet. Each of several microphones has a different pitch.
    private func testTone(_ row: SoundRow) -> [ElementPlan] {
        let number = pipeline.microphones.firstIndex { $0.name == row.microphone.name } ?? 0
        let tone = row.facts == .voice ? voice(number) : ticks(number)
        return [
            ElementPlan(
                "audiotestsrc", name: row("source"), branch: row.source,
                [
                    Property("is-live", .bool(true)),
                    Property("wave", .enumeration(type: "GstAudioTestSrcWave", nick: "ticks")),
                ] + tone),
            .caps(row("tone"), row.source, StructurePlan("audio/x-raw", [Property("format", .string("S16LE"))])),
        ]
    }

    private func ticks(_ number: Int) -> [Property] {
        let pitch = number == 0 ? [] : [Property("freq", .double(440 * Double(number + 1)))]
        return [Property("tick-interval", .int(1_000_000_000)), Property("volume", .double(0.5))] + pitch
    }

    /// Returns the audiotestsrc properties for a test voice. Its syllables last a quarter of a second and fade in and
    /// out; every fifth one is silent. If there are several microphones, each has a different pitch and tempo.
    private func voice(_ number: Int) -> [Property] {
        let pitch = 160 + 40 * Double(number)
        return [
            Property("freq", .double(pitch)), Property("sine-periods-per-tick", .uint(UInt64(pitch / 4))),
            Property("apply-tick-ramp", .bool(true)),
            Property("tick-interval", .uint(UInt64(330_000_000 + 40_000_000 * number))),
            Property("marker-tick-period", .uint(5)), Property("marker-tick-volume", .double(0)),
            Property("volume", .double(0.4)),
        ]
    }

    /// Returns the source element of a microphone's device. The element does not provide the pipeline's clock. Pictures
    /// thus keep the kernel's exact time stamps, and the clock continues if the microphone is lost. The element does
    /// not follow the pipeline's clock either, because its samples are resampled later.
    ///
    /// pipewiresrc provides no time stamps, and before PipeWire 1.5.81 it had no property for its clock. It has 8 to 16
    /// buffers. It must copy them, because it stops forever when all of them wait in queues (seen with 0.3.65).
    private func microphoneDevice(_ element: String, _ device: String?, _ row: SoundRow) -> ElementPlan {
        let isPipeWire = element == "pipewiresrc"
        // If a named node disappears, the microphone is lost. Without this property, PipeWire's session manager
        // would connect a different node.
        let staying = StructurePlan("stream", [Property("node.dont-reconnect", .string("true"))])
        let given =
            device.map {
                isPipeWire
                    ? [Property("target-object", .string($0)), Property("stream-properties", .structure(staying))]
                    : [Property("device", .string($0))]
            } ?? []
        let buffering = [
            Property("provide-clock", .bool(false)),
            Property("slave-method", .enumeration(type: "GstAudioBaseSrcSlaveMethod", nick: "none")),
            Property("buffer-time", .int(200_000)), Property("latency-time", .int(20_000)),
        ]
        return ElementPlan(
            element, name: row("source"), branch: row.source,
            given
                + (isPipeWire
                    ? [Property("do-timestamp", .bool(true)), Property("always-copy", .bool(true))] : buffering))
    }

    private func forming(_ row: SoundRow) -> [ElementPlan] {
        row.picking + [
            ElementPlan("audioconvert", name: row("convert"), branch: row.source),
            ElementPlan("audioresample", name: row("resample"), branch: row.source),
            .caps(row("form"), row.source, row.form),
        ]
    }

    /// Returns the elements that generate silence while a microphone is lost, in buffers of 20 ms.
    private func silence(_ row: SoundRow) -> [ElementPlan] {
        let branch = BranchID.silence(row.microphone.input)
        return [
            ElementPlan(
                "audiotestsrc", name: row("silence"), branch: branch,
                [
                    Property("is-live", .bool(true)),
                    Property("wave", .enumeration(type: "GstAudioTestSrcWave", nick: "silence")),
                    Property("samplesperbuffer", .int(Int64(row.microphone.rate / 50))),
                ]),
            .caps(row("silence-form"), branch, row.form),
        ]
    }

    /// Returns the element that fills gaps and removes overlaps in a microphone's sound. Gaps and overlaps occur if a
    /// microphone is lost and returns, and if a clip's sound is shorter or longer than its picture.
    ///
    /// For uncompressed sound, qtmux counts samples instead of using time stamps, and refuses a stream in which the two
    /// disagree. At this point, a device's sound already follows the pipeline's clock, with exact time stamps.
    private func even(_ row: SoundRow) -> ElementPlan {
        ElementPlan(
            "audiorate", name: row("even"), branch: row.branch,
            [Property("skip-to-first", .bool(true)), Property("tolerance", .uint(1_000_000))])
    }
}
