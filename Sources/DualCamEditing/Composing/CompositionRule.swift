import CommandLine
import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamProcess
import DualCamRecordings

/// A rule by which a new combined picture changes its main camera.
enum CompositionRule {
    case every(Duration)
    /// Switches the main camera to the next one at each mark.
    case marks
    /// Makes the camera of the current speaker the main camera. The speaker's microphone is the loudest.
    case speakers([SpeakerList.Pair])

    /// Throws a usage failure if the session has no marks, because the rule `marks` could then never change the main
    /// camera.
    static func check(_ marks: [SessionMark]) throws(CommandFailure) {
        guard marks.isEmpty else { return }
        throw CommandFailure(
            .usage, "the session has no marks", next: "Mark moments with 'dualcam mark', or choose another rule.")
    }

    /// Returns the index of the sound track of each pair's microphone. Throws if a microphone does not have a track
    /// that contains only its sound.
    static func tracks(
        of pairs: [SpeakerList.Pair], among tracks: [[String]]
    ) throws(CommandFailure) -> [Int] {
        try pairs.map { pair throws(CommandFailure) in
            if let track = tracks.firstIndex(of: [pair.microphone]) { return track }
            let known = tracks.filter { $0.count == 1 }.joined().joined(separator: ", ")
            throw CommandFailure(
                .usage, naming: "\(option: "by-speaker"): no track holds the microphone '\(pair.microphone)' alone",
                next: known.isEmpty
                    ? "Record several microphones with names, each on a track of its own." : "There are \(known).")
        }
    }
}

extension CompositionPreparation {
    /// Replaces the recorded edit decisions with changes of the main camera according to a rule.
    mutating func change(by rule: CompositionRule) throws(CommandFailure) {
        let pipeline = try pipeline(session.decisions[0])
        let changes: [MainChange] =
            switch rule {
            case .every(let interval): MainChange.every(interval, until: .nanoseconds(session.end -| session.start))
            case .marks:
                session.marks.map(\.at).sorted().map { MainChange(at: .nanoseconds(max(0, $0 -| session.start))) }
            case .speakers(let cameras): try speakerChanges(cameras, pipeline)
            }
        if case .marks = rule { try CompositionRule.check(session.marks) }
        guard let edits = pipeline.edits(changes) else {
            throw CommandFailure(
                .usage,
                naming: "the picture of '\(session.folder)' began with a layout in which no main camera can be chosen",
                next: "Write a cut list and give it with \(option: "edit").")
        }
        session = session.edited(by: edits)
    }

    /// Returns changes of the main camera after which it always shows the person who is speaking. Each microphone's
    /// level is read from its own track in the first output's files.
    private func speakerChanges(
        _ cameras: [SpeakerList.Pair], _ pipeline: Pipeline
    ) throws(CommandFailure) -> [MainChange] {
        for pair in cameras {
            guard pipeline.cameras.contains(where: { $0.name == pair.camera }) else {
                let known = pipeline.cameras.map(\.name).joined(separator: ", ")
                throw CommandFailure(
                    .usage, naming: "\(option: "by-speaker"): the session has no camera '\(pair.camera)'",
                    next: "It has \(known).")
            }
        }
        let tracks = try CompositionRule.tracks(of: cameras, among: session.tracks)
        let interval: Int64 = 100_000_000
        guard (session.end -| session.start) / interval < Self.mostLevels else {
            throw CommandFailure(
                .usage, naming: "the recording is too long for \(option: "by-speaker"): the limit is 31 days",
                next: "Choose another rule.")
        }
        let levels = try tracks.map { track throws(CommandFailure) in
            try translated { () throws(GraphFailure) in try self.levels(of: track, interval) }
        }
        return SpeakerRule().speakers(levels, interval: .nanoseconds(interval)).map {
            MainChange(at: $0.at, camera: cameras[$0.microphone].camera)
        }
    }

    /// The maximum number of intervals in which levels are measured. It limits the work if a session's records state a
    /// false length.
    private static let mostLevels: Int64 = 31 * 24 * 3600 * 10

    /// Returns the peak amplitudes of a sound track, 0 to 1, in consecutive intervals from the session's beginning. An
    /// interval without a recorded file has the amplitude 0.
    ///
    /// - Parameters:
    ///   - track: The index of the sound track.
    ///   - interval: The length of the intervals in nanoseconds.
    private func levels(of track: Int, _ interval: Int64) throws(GraphFailure) -> [Double] {
        let count = Int((session.end -| session.start) / interval) + 1
        var levels = [Double](repeating: 0, count: max(0, count))
        let files = session.files[.combined] ?? session.files.min { $0.key.rawValue < $1.key.rawValue }?.value ?? []
        for file in files {
            let peaks = try FilePreview(file.path, named: file.path).peaks(track: track, interval: UInt64(interval))
            let first = Int((file.start -| session.start) / interval)
            for (index, peak) in peaks.enumerated() where levels.indices.contains(first + index) {
                levels[first + index] = max(levels[first + index], peak)
            }
        }
        return levels
    }
}
