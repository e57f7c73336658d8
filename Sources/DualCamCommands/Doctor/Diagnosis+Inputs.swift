import DualCamConfig
import DualCamPlan
import DualCamRecordings

// MARK: Findings about cameras, microphones and encoders
extension Diagnosis {
    /// The maximum relative difference between a camera's measured and requested frame rate that is still accepted (0.1
    /// means 10 %).
    private static let rateTolerance = 0.1

    mutating func judgeCamera(_ output: PlanSummary.Output, _ trial: TrialReading) {
        let (name, subject) = (output.name.rawValue, "camera \(output.name.rawValue)")
        let seen = trial.cameras[name] ?? TrialReading.Camera()
        let row = trial.rows.first { $0.output == output.name }
        let (frames, count) = (row?.frames ?? 0, findings.count)
        for reason in Set(seen.losses).sorted() {
            add(
                subject, .fault(exit: .unavailable), "It was lost during the trial (\(reason))",
                advice: "Try another cable, port or hub, and see 'dualcam devices'.")
        }
        if let row, row.missing > 0 {
            add(
                subject, .fault(exit: .fault),
                "\(row.missing) of \(frames +| row.missing) pictures are missing in its file",
                advice: "Try another cable or port, a smaller size or rate, or a faster encoder; see also 'cost'.")
        }
        if seen.damaged > 0 {
            add(
                subject, .fault(exit: .fault), "\(seen.damaged) pictures arrived damaged",
                advice: "Try another cable, another port, or a hub with its own power supply.")
        }
        let size = "\(output.size.width)x\(output.size.height)"
        guard let rate = seen.rate, frames > 0 else {
            if frames > 0 { return conclude(subject, "\(frames) pictures of \(size)", since: count) }
            return add(subject, .fault(exit: .unavailable), "\(frames) pictures of \(size)")
        }
        let text = "\(frames) pictures of \(size), \(Wording.rate(rate)) as measured" + keyFrames(of: output, seen)
        let asked = seen.asked ?? output.rate.framesPerSecond
        if abs(rate / asked - 1) > Self.rateTolerance {
            add(
                subject, .caution, "\(text) instead of the requested \(Wording.rate(asked))",
                advice:
                    "In low light many cameras lower their rate: add light, or set 'controls: {frame-rate: steady}'.")
        } else {
            conclude(subject, text, since: count)
        }
    }

    /// Adds a caution to the diagnosis for each connected camera that was not tested, because there was no trial
    /// recording.
    mutating func judgeUntried(_ devices: [DeviceFacts]) {
        for device in devices where device.deniedTo == nil {
            add("camera \(device.path)", .caution, "\(device.card) is connected but was not tested")
        }
    }

    /// Returns text for users about the distance between the key frames of a camera whose own H.264 is recorded; empty
    /// for other cameras. The distance matters because a file can begin only at a key frame.
    private func keyFrames(of output: PlanSummary.Output, _ seen: TrialReading.Camera) -> String {
        guard output.keyframes == nil else { return "" }
        guard let distance = seen.keyFrames else { return ", and no two key frames of its own within the trial" }
        return ", a key frame of its own every \(Wording.seconds(distance))"
    }

    /// The peak level in dBFS at or below which a microphone counts as muted. Even the noise of a real microphone is
    /// louder.
    private static let mute = -90.0
    private static let quiet = -50.0
    private static let loud = -1.0
    /// The maximum drift of a microphone's clock that dualcam can correct, in parts per million.
    private static let correctable = GraphStatistics.Sound.largestCorrection * 1e6

    /// Adds a fault to the diagnosis for each microphone that was lost during the trial.
    mutating func judgeLostMicrophones(_ trial: TrialReading) {
        for (title, reasons) in trial.losses {
            add(
                title, .fault(exit: .unavailable),
                "It was lost during the trial (\(Set(reasons).sorted().joined(separator: ", ")))",
                advice: "Try another cable, port or hub, and see 'dualcam devices --microphones'.")
        }
    }

    mutating func judge(_ microphone: TrialReading.Microphone) {
        let (subject, count) = (microphone.title, findings.count)
        let figures =
            "Peak \(Wording.number(microphone.loudest, fractionDigits: 0)) dBFS, and "
            + "\(Wording.number(microphone.quietest, fractionDigits: 0)) dBFS in the quietest tenth of a second"
            + (microphone.drift.map {
                "; its clock is \(Wording.number(abs($0), fractionDigits: 0)) ppm \($0 < 0 ? "fast" : "slow")"
            }
                ?? "")
        if let drift = microphone.drift, abs(drift) > Self.correctable * 0.99 {
            add(
                subject, .caution,
                "Its clock is off by \(Wording.number(Self.correctable, fractionDigits: 0)) ppm or more, which dualcam does not correct",
                advice: "Its sound will jump now and then: connect it in another way, or use another microphone.")
        }
        switch microphone.loudest {
        case ...Self.mute:
            add(
                subject, .fault(exit: .unavailable), "It delivers only silence",
                advice: "It may be muted or not connected: check 'pavucontrol' or 'alsamixer'.")
        case ..<Self.quiet:
            add(
                subject, .caution, "It is very quiet. \(figures)",
                advice: "If somebody spoke during the trial, raise its level.")
        case Self.loud...:
            add(subject, .caution, "It is too loud. \(figures)", advice: "Lower its level, or its sound is clipped.")
        default: conclude(subject, figures, since: count)
        }
    }

    mutating func judgeEncoder(_ output: PlanSummary.Output, _ trial: TrialReading) {
        let subject = "encoder \(output.name.rawValue)"
        let preset = output.preset.map { " \($0)" } ?? ""
        let row = trial.rows.first { $0.output == output.name }
        guard let row, row.frames > 0 else {
            add(
                subject, .fault(exit: .unavailable), "The encoder \(output.encoder)\(preset) has delivered no frame",
                advice: "Choose another one: 'dualcam encoders' lists those on this machine.")
            return
        }
        let lost = row.dropped
        if output.name == .combined, row.missing > 0 {
            add(
                subject, .fault(exit: .fault), "\(row.missing) frames of the combined picture are missing",
                advice: "Choose a faster preset or a smaller size; see also 'cost'.")
        } else if lost == 0 {
            add(subject, .good, "The encoder \(output.encoder)\(preset) kept up: \(row.frames) frames")
        }
    }
}
