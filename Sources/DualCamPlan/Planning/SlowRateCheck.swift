import DualCamConfig

/// Finds settings that are incompatible with a low frame rate of a camera or of the combined picture.
struct SlowRateCheck {
    let pipeline: Pipeline

    private var recording: Recording { pipeline.recording }

    /// The recorded pictures, each with its frame rate and the key path of that rate.
    private var pictures: [(keyPath: String, rate: FrameRate)] {
        pipeline.outputs.compactMap { output in
            if output == .combined { return pipeline.combined.map { ("combined.rate", $0.rate) } }
            let camera = pipeline.cameras.first { $0.name == output.rawValue }
            return camera.map { ("cameras.\($0.name).rate", $0.rate) }
        }
    }

    /// The timeouts for the recorded picture with the lowest frame rate.
    private var slowest: FrameTimeouts { FrameTimeouts(slowest: pictures.map(\.rate)) }

    var notices: [PlanIssue] {
        let own = pictures.flatMap { picture in
            [segmentNotice, lossNotice].compactMap { $0(picture.keyPath, FrameTimeouts(slowest: [picture.rate])) }
        }
        return own + [durationNotice, preRollNotice, combinedNotice].compactMap(\.self)
    }

    private func segmentNotice(_ keyPath: String, _ timeouts: FrameTimeouts) -> PlanIssue? {
        guard let segment = recording.segment, segment < timeouts.frame * 2 else { return nil }
        return PlanIssue(
            keyPath,
            "a frame lasts \(timeouts.frame.notation), and files of \(segment.notation) (recording.segment) hold one or none",
            hint: "write recording.segment: off, or more than ten frames, \((timeouts.frame * 10).notation)")
    }

    /// Returns a notice if one frame of this picture lasts longer than `recording.max-loss`.
    ///
    /// A muxer can write a frame only when its duration is known, that is, when the next frame has arrived. The same
    /// applies to sound of that time. The muxer qtmux adds a frame to the index together with the sound after it.
    private func lossNotice(_ keyPath: String, _ timeouts: FrameTimeouts) -> PlanIssue? {
        guard let limit = recording.maxLoss, timeouts.isSlow, timeouts.frame > limit else { return nil }
        let hasSound = !pipeline.microphones.isEmpty
        let written =
            hasSound
            ? "is on the disk with its sound when the second one after it has come: a power cut costs this file the last two"
            : "is on the disk when the next one has come: a power cut costs this file the last one"
        return PlanIssue(
            keyPath,
            "a frame lasts \(timeouts.frame.notation), and \(written), more than recording.max-loss (\(limit.notation))",
            hint: hasSound ? "the same sound is safe in the file of a faster picture" : "expect that")
    }

    private var durationNotice: PlanIssue? {
        let shortest = slowest.frame * 3
        guard let duration = recording.duration, slowest.isSlow, duration < shortest else { return nil }
        return PlanIssue(
            "recording.duration",
            "\(duration.notation) are too short for a frame of every output: \(shortest.notation) are recorded",
            hint: "write that, or more")
    }

    private var preRollNotice: PlanIssue? {
        guard let past = recording.preRoll, past < slowest.frame else { return nil }
        return PlanIssue(
            "recording.pre-roll",
            "the slowest picture comes every \(slowest.frame.notation), and \(past.notation) may hold none of it",
            hint: "write more, or leave it out")
    }

    /// A notice about a combined picture whose frame rate is higher than that of every camera, so that it repeats their
    /// frames.
    private var combinedNotice: PlanIssue? {
        guard let combined = pipeline.combined, pipeline.decidesPicture,
            let fastest = pipeline.cameras.map(\.rate).max(), combined.rate > fastest,
            FrameTimeouts(slowest: [fastest]).isSlow
        else { return nil }
        return PlanIssue(
            "combined.rate", "no camera is faster than \(fastest), and most combined frames repeat the one before",
            hint: "write combined.rate: \(fastest)")
    }
}
