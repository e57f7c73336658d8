import CommandLine
import DualCamConfig
import DualCamDevices
import DualCamGraph
import DualCamPlan
import DualCamProcess
import DualCamRecordings

/// Finds where in a session a sound file begins, and writes the session's files with this sound.
struct DubRun {
    /// The path of the sound file that replaces the recorded sound.
    var sound: String
    /// The time from the recording's start to the sound's start, in seconds; `nil` to find it by comparing the sound
    /// with the recording.
    var offset: Double?
    /// The part and the outputs of the session for which files with the new sound are made.
    var files: TrimRequest
    var writing: TrimRun

    /// Finds the position of the sound and writes the new files. Blocks.
    func dub(_ preparation: TrimPreparation) throws(CommandFailure) {
        let sources = HeldSources(watching: preparation.session.files)
        let made = try sources.watching { () throws(CommandFailure) in
            try preparation.files(files, preparation.spans(files))
        }
        let source = try source()
        try sources.hold(only: TrimPreparation.readPaths(of: made).union([sound]))
        let (placement, length, finding) = try place(source, preparation, sources)
        let session = preparation.session
        let silence = placement.silence(in: session.whole, on: session.clock, length: length)
        let whole = Double(session.whole.count) / 1e9
        guard silence.before + silence.behind < whole - 0.001 else {
            throw CommandFailure(
                .usage, naming: "'\(sound)' does not overlap the recording", next: "Check \(option: "offset").")
        }
        let dubbed = try sources.watching { () throws(CommandFailure) in
            try preparation.dubbed(made, with: sound, channels: source.channels, placement)
        }
        let report = DubReport(sound: sound, placement: placement, finding: finding, silence: silence)
        writing.making.tell(report.event, "\(report.words)\n")
        try writing.make(dubbed, of: session, reading: sources)
    }

    /// Returns the number of channels and the length of the sound file. Throws a usage failure if the file has no
    /// sound, or more channels than a session's file can have.
    private func source() throws(CommandFailure) -> (channels: Int, seconds: Double) {
        let advice = "Give a file with the sound of a recorder: WAV, FLAC, M4A or MP3."
        let (forms, length): ([(rate: Int, channels: Int)], Double)
        guard writing.making.place.files.kind(of: sound) == .file else {
            throw CommandFailure(.usage, "'\(sound)' is not a file", next: advice)
        }
        do throws(GraphFailure) {
            forms = try FileProbe.soundForms(of: sound)
            length = Double(try FileProbe.length(of: sound)) / 1e9
        } catch {
            throw CommandFailure(.usage, "'\(sound)' cannot be played: \(error.message)", next: advice)
        }
        guard let form = forms.first else { throw CommandFailure(.usage, "'\(sound)' has no sound", next: advice) }
        guard form.channels <= 2 else {
            throw CommandFailure(
                .usage, "'\(sound)' has \(form.channels) channels, but a session's file can have at most two",
                next: "Make a file of the channels that you want: ffmpeg -i FILE -af 'pan=stereo|c0=c0|c1=c1' NEW.wav.")
        }
        return (form.channels, length)
    }

    private func place(
        _ source: (channels: Int, seconds: Double), _ preparation: TrimPreparation, _ sources: HeldSources
    ) throws(CommandFailure) -> (SoundPlacement, length: Double, SoundFinder.Finding?) {
        if let offset { return (SoundPlacement(begin: offset), source.seconds, nil) }
        let session = preparation.session
        let seconds = Double(session.whole.count) / 1e9 + 2 * source.seconds
        let (outcome, _) = try writing.making.follow(
            "finding its place", seconds: seconds, isEvent: false, reading: sources
        ) { goesOn throws(CommandFailure) in
            try translated { () throws(GraphFailure) in
                let reference = try preparation.reference() ?? []
                let finder = SoundFinder(sound, in: reference, session.whole, on: session.clock)
                return try finder.find { heard in goesOn(.init(frames: 0, length: heard)) }
            }
        }
        switch outcome {
        case .found(let finding): return (finding.placement, finding.length, finding)
        case .ended: throw writing.ended
        case .doubtful(let doubt):
            throw CommandFailure(.usage, naming: "\(doubt.words(sound, session.folder))", next: Self.byHand)
        }
    }

    private static let byHand: OptionText =
        "Set where it begins with \(option: "offset"): the time from the recording's beginning, negative (-12.345s) for one that began before it."
}
