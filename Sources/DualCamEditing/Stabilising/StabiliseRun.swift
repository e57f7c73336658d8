import DualCamConfig
import DualCamPlan
import DualCamProcess
import DualCamRecordings

/// Stabilises a camera's files with ffmpeg's vid.stab filters, and reports the progress. For each file, a first pass
/// measures the camera's movements, and a second pass removes them.
struct StabiliseRun {
    let camera: String
    let stabilisation: Stabilisation
    let making: RenderContext

    private var place: ProcessEnvironment { making.place }

    /// The approximate fraction of a file's processing time that the first of the two passes takes (0.35 means 35 %).
    private static let firstShare = 0.35
    /// The number of bytes of disk space that the measured camera movements need per frame.
    private static let measuredBytes: Int64 = 6000
    /// The expected maximum size of a stabilised file as a multiple of the recorded file's size. The file grows because
    /// it is encoded at a high quality.
    private static let growth: Int64 = 2

    /// Makes the stabilised files of a session. Blocks.
    func stabilise(_ session: TrimmedSession) throws(CommandFailure) {
        var reservations: [NameReservation] = []
        defer { for reservation in reservations { reservation.release() } }
        let sources = HeldSources(watching: session.files, goesOn: making.goesOn)
        let files = try sources.watching { () throws(CommandFailure) in try self.files(of: session, &reservations) }
        let ffmpeg = try FFmpeg(for: "stabilising", in: place)
        try sources.hold(only: Set(files.map(\.source.path)))
        try check(files, of: session, sources)
        let key = key(files, session, sources)
        let steps = StabilisingSteps(of: session.folder, key: key, beside: files[0].path, in: place)
        let length = files.reduce(0) { $0 +| $1.length }
        let (_, elapsed) = try making.follow("stabilising", seconds: Double(length) / 1e9, reading: sources) {
            goesOn throws(CommandFailure) in
            let kept = Self.length(of: files, done: steps.count)
            while steps.count < 2 * files.count {
                let isDone = try perform(steps, files, ffmpeg) { frames, length in
                    goesOn(.init(frames: frames, length: length, kept: kept))
                }
                guard isDone else { throw CommandFailure.ended("stabilisation", next: steps.advice) }
            }
        }
        for (number, file) in files.enumerated() {
            try OutputOption.file.move(steps.path(of: 2 * number + 1), to: file.path)
            place.noteMade(file.path, .stabilise, of: session.folder)
            tell(file, elapsed: elapsed)
        }
        steps.forget()
    }

    /// Checks the paths of the new files, the free disk space and the recorded files. Throws the first problem.
    private func check(
        _ files: [SteadyFile], of session: TrimmedSession, _ sources: HeldSources
    ) throws(CommandFailure) {
        for file in files { _ = try OutputOption.file.create(file.path) }
        let bytes = files.reduce(0) { sum, file in
            sum +| Self.growth * session.bytes(of: file.source.path) +| Int64(file.source.frames) * Self.measuredBytes
        }
        let path = files[0].path
        try OutputOption.file.checkRoom(for: bytes, of: "'\(path)'", at: try OutputOption.file.create(path))
        try making.check(session.files, reading: sources, ended: .ended("stabilisation"))
    }

    /// Runs the next pass over a recorded file. Returns false if the user ended the command.
    /// - Parameter goesOn: Receives the number of frames that this pass has processed, and the progress of all passes
    ///   over all files in nanoseconds of recording. Returns false once the user has ended the command.
    private func perform(
        _ steps: StabilisingSteps, _ files: [SteadyFile], _ ffmpeg: FFmpeg, goesOn: (Int, Int64) -> Bool
    ) throws(CommandFailure) -> Bool {
        let step = steps.count
        let pass = Pass(file: files[step / 2], isFirst: step.isMultiple(of: 2), stabilisation: stabilisation)
        let before = Self.length(of: files, done: step)
        let share = pass.isFirst ? Self.firstShare : 1 - Self.firstShare
        var hasBegun = false
        do throws(CommandFailure) {
            return try steps.perform { path throws(CommandFailure) in
                let reading = pass.isFirst ? nil : steps.path(of: step - 1)
                let made = try ffmpeg.run(pass.words, reading: reading, writing: path) { told in
                    hasBegun = hasBegun || told.frames > 0
                    let done = Int64(Double(min(told.length, pass.file.length)) * share)
                    return goesOn(told.frames, before +| done)
                }
                if let made { try pass.check(made) }
                return made != nil
            }
        } catch {
            // The measurements of the first pass may be damaged. The next attempt would then fail too, so they are
            // discarded.
            if !pass.isFirst, !hasBegun { steps.discardLast() }
            throw error
        }
    }

    /// Returns the length of the recording, in nanoseconds, that counts as processed after a number of passes.
    ///
    /// - Parameter steps: The number of completed passes, two for each file.
    private static func length(of files: [SteadyFile], done steps: Int) -> Int64 {
        let whole = files.prefix(steps / 2).reduce(0) { $0 +| $1.length }
        guard !steps.isMultiple(of: 2), steps / 2 < files.count else { return whole }
        return whole +| Int64(Double(files[steps / 2].length) * firstShare)
    }

    /// Returns a key that identifies the stabilised files, by which an interrupted command finds its earlier results.
    /// It changes if any of these files would be different, but not if the session is moved.
    private func key(_ files: [SteadyFile], _ session: TrimmedSession, _ held: HeldSources) -> String {
        let sources = files.map { "\($0.source) \($0.rate) \($0.container)" }
        let facts: [Any] = ["stabilise", stabilisation, sources, held.marks(of: session.files)]
        return RenderCheckpoint.key(of: facts, without: [session.folder])
    }

    private func tell(_ file: SteadyFile, elapsed: Double) {
        let frames = file.source.frames
        let length = Wording.clock(.milliseconds(file.length / 1_000_000))
        making.tell(
            [
                "event": "stabilised", "file": .string(file.path), "frames": .count(frames),
                "seconds": .number(Double(file.length) / 1e9), "elapsed": .ratio(elapsed),
            ], "\(file.path): \(frames) frames, \(length)\n")
    }
}

/// A pass of ffmpeg over a recorded file: the first pass measures the movements, the second removes them.
private struct Pass {
    let file: SteadyFile
    let isFirst: Bool
    let stabilisation: Stabilisation

    /// The maximum time between key frames of the stabilised file, in seconds.
    private static let keyframes = 2.0

    /// The arguments of ffmpeg for this pass. Each frame keeps its timestamp. The demuxer is specified, so that ffmpeg
    /// does not read the file as a list of other files.
    var words: [String] {
        let source = [
            "-copyts", "-protocol_whitelist", "file", "-f",
            ExportContainer(ending: file.source.path) == .mkv ? "matroska" : "mov",
            "-i", "file:\(file.source.path)", "-map", "0:v:0", "-fps_mode", "passthrough", "-enc_time_base", "-1",
        ]
        guard !isFirst else {
            return source + ["-vf", "vidstabdetect=result=\(FFmpeg.output)", "-f", "null", "-"]
        }
        let options = stabilisation.options(at: file.rate)
        let keyframes = max(1, Int(file.rate.framesPerSecond * Self.keyframes))
        return source + [
            "-vf", "vidstabtransform=input=\(FFmpeg.input):\(options)", "-c:v", "libx264", "-preset", "veryfast",
            "-crf", "17",
            "-bf", "0", "-g", "\(keyframes)", "-pix_fmt", "yuv420p", "-map", "0:a?", "-c:a", "copy",
        ] + muxing + ["file:\(FFmpeg.output)"]
    }

    /// The arguments of ffmpeg for writing the stabilised file. With them, ffmpeg keeps samples before time 0 and does
    /// not round the start to milliseconds.
    private var muxing: [String] {
        let always = ["-avoid_negative_ts", "disabled"]
        guard file.container == .mkv else {
            // ffmpeg does not write Opus into QuickTime files.
            let format = file.container == .mov && file.sound != .opus ? "mov" : "mp4"
            return always + ["-movie_timescale", "90000", "-f", format]
        }
        // For Opus in Matroska, ffmpeg subtracts the codec delay of 312 samples from the timestamps, and does not add
        // it back.
        let isMoved = file.sound == .opus && ExportContainer(ending: file.source.path) == .mkv
        return always + (isMoved ? ["-bsf:a", "setts=ts=TS+7"] : []) + ["-f", "matroska"]
    }

    /// Throws a failure if ffmpeg has processed fewer or more frames than the recorded file contains.
    func check(_ made: FFmpeg.Progress) throws(CommandFailure) {
        guard !file.source.isEstimated, made.frames != file.source.frames else { return }
        throw CommandFailure(
            .fault, "'\(file.source.path)': ffmpeg accepted only \(made.frames) of \(file.source.frames) frames",
            next: "See 'dualcam audit'.")
    }
}
