import DualCamConfig

/// The noise reduction in the modes `studio` and `in-frame`. WebRTC's noise suppression removes sound that has been
/// constant for one or two seconds, and preserves speech. Its high-pass filter removes frequencies below those of
/// speech.
extension CleaningPlan {
    fileprivate static let element = "webrtcdsp"

    /// The delay of the element `webrtcdsp` in samples, by sample rate. It was measured with libwebrtc-audio-processing
    /// 0.3 by locating bursts of noise in the output. The delay does not depend on the strength.
    fileprivate static let delays = [16_000: 96, 32_000: 196, 48_000: 334]
}

extension SoundRow {
    /// Plans the noise reduction of the microphone for every mode that this machine supports, so that the mode can be
    /// changed during the recording. The result is empty if no mode is supported, for example at this sample rate.
    func cleanings(on machine: MachineFacts) -> [SoundMode: CleaningPlan] {
        guard let delay = CleaningPlan.delays[microphone.rate] else { return [:] }
        var plans: [SoundMode: CleaningPlan] = [:]
        for mode in SoundMode.allCases where mode != .natural {
            var asked = microphone
            asked.mode = mode
            guard asked.cleaningIssues(on: machine).isEmpty else { continue }
            plans[mode] = CleaningPlan(elements: elements(mode), delay: delay, hold: microphone.rate / 100)
        }
        return plans
    }

    /// Returns the elements for noise reduction in a mode. They use floating-point samples, so that 24-bit samples keep
    /// their precision.
    private func elements(_ mode: SoundMode) -> [ElementPlan] {
        let name = { (what: String) in self("\(mode.rawValue)-\(what)") }
        let level = mode == .studio ? "high" : "very-high"
        let processing = ElementPlan(
            CleaningPlan.element, name: name("cleaner"), branch: branch,
            [
                Property("echo-cancel", .bool(false)), Property("gain-control", .bool(false)),
                Property("limiter", .bool(false)), Property("high-pass-filter", .bool(true)),
                Property("noise-suppression", .bool(true)),
                Property("noise-suppression-level", .enumeration(type: nil, nick: level)),
            ])
        let before = [
            ElementPlan("audioconvert", name: name("input"), branch: branch),
            .caps(name("planes"), branch, planes(isInterleaved: false)), processing,
            ElementPlan("audioconvert", name: name("output"), branch: branch),
        ]
        // Sound with 16000 samples per second contains no frequencies above 8 kHz.
        let band = mode == .inFrame && microphone.rate > 16_000
        return before + (band ? voiceBand(name) : []) + [.caps(name("form"), branch, form)]
    }

    private func voiceBand(_ name: (String) -> String) -> [ElementPlan] {
        [
            .caps(name("samples"), branch, planes(isInterleaved: true)),
            ElementPlan(
                "audiocheblimit", name: name("band"), branch: branch,
                [Property("mode", .enumeration(type: nil, nick: "low-pass")), Property("cutoff", .double(8000))]),
            ElementPlan("audioconvert", name: name("result"), branch: branch),
        ]
    }

    private func planes(isInterleaved: Bool) -> StructurePlan {
        StructurePlan(
            "audio/x-raw",
            [
                Property("format", .string("F32LE")),
                Property("layout", .string(isInterleaved ? "interleaved" : "non-interleaved")),
            ])
    }
}

extension Microphone {
    /// Returns one issue for each reason why this machine does not support the microphone's requested noise reduction.
    func cleaningIssues(on machine: MachineFacts) -> [PlanIssue] {
        guard mode != .natural else { return [] }
        let (word, path) = (mode.rawValue, keyPath)
        var found: [PlanIssue] = []
        if !machine.elements.contains(CleaningPlan.element) {
            found.add(
                "\(path).mode", "this machine cannot record `\(word)` sound (\(CleaningPlan.element))",
                hint: "install gstreamer1.0-plugins-bad, or write `natural`", code: .elementMissing)
        }
        if CleaningPlan.delays[rate] == nil {
            let rates = CleaningPlan.delays.keys.sorted().map(String.init).joined(separator: ", ")
            found.add(
                "\(path).mode", "`\(word)` sound cannot be made at \(rate) samples a second",
                hint: "it takes \(rates); write one for \(path).rate, or `natural`")
        }
        if channels > 2 {
            found.add(
                "\(path).mode", "`\(word)` sound cannot be made with \(channels) channels",
                hint: "it takes 1 or 2; write one for \(path).channels, or `natural`")
        }
        return found
    }
}
