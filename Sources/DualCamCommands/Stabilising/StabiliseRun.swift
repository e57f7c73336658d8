import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamSession

/// Makes a camera's files steady by ffmpeg's filters of vid.stab, and tells how far it is. Of each file the movements are measured in a
/// first pass, and taken away in a second one.
struct StabiliseRun {
    let camera: String
    let stabilisation: Stabilisation
    let making: Making

    private var place: ProcessEnvironment { making.place }

    /// The share of the time that a first pass takes, about.
    private static let firstShare = 0.35
    /// Bytes that a frame takes: what is measured of it.
    private static let measuredBytes: Int64 = 6000
    /// A new file is encoded so well that it may take more bytes than the recorded one, by so much.
    private static let growth: Int64 = 2

    /// Blocks.
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

    /// Throws where nothing is to be begun.
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

    /// Does the next step. Returns false when it was ended.
    ///
    /// - Parameter goesOn: is told the frames of the step, and the part of the recording that is done.
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
            // What was measured may be damaged, and would stand in the way the next time, too.
            if !pass.isFirst, !hasBegun { steps.discardLast() }
            throw error
        }
    }

    /// The part of the recording for which so many steps stand, in nanoseconds.
    private static func length(of files: [SteadyFile], done steps: Int) -> Int64 {
        let whole = files.prefix(steps / 2).reduce(0) { $0 +| $1.length }
        guard !steps.isMultiple(of: 2), steps / 2 < files.count else { return whole }
        return whole +| Int64(Double(files[steps / 2].length) * firstShare)
    }

    /// Differs for everything that is not made the same; a session that was moved is the same.
    private func key(_ files: [SteadyFile], _ session: TrimmedSession, _ held: HeldSources) -> String {
        let sources = files.map { "\($0.source) \($0.rate) \($0.container)" }
        let facts: [Any] = ["stabilise", stabilisation, sources, held.marks(of: session.files)]
        return CompositionDraft.key(of: facts, without: [session.folder])
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

/// One of the two passes over a file.
private struct Pass {
    let file: SteadyFile
    let isFirst: Bool
    let stabilisation: Stabilisation

    /// Seconds between key frames at most.
    private static let keyframes = 2.0

    /// Each frame keeps its time. Where a demuxer is named, no file can be taken for a list of others.
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

    /// Keeps samples earlier than 0, and does not round beginnings to milliseconds.
    private var muxing: [String] {
        let always = ["-avoid_negative_ts", "disabled"]
        guard file.container == .mkv else {
            // ffmpeg puts Opus into no file that calls itself QuickTime.
            let format = file.container == .mov && file.sound != .opus ? "mov" : "mp4"
            return always + ["-movie_timescale", "90000", "-f", format]
        }
        // From Matroska's times of Opus ffmpeg takes the codec's delay of 312 samples, and does not give it back.
        let isMoved = file.sound == .opus && ExportContainer(ending: file.source.path) == .mkv
        return always + (isMoved ? ["-bsf:a", "setts=ts=TS+7"] : []) + ["-f", "matroska"]
    }

    /// Throws where frames are missing.
    func check(_ made: FFmpeg.Progress) throws(CommandFailure) {
        guard !file.source.isEstimated, made.frames != file.source.frames else { return }
        throw CommandFailure(
            .fault, "'\(file.source.path)': ffmpeg has taken \(made.frames) of \(file.source.frames) frames",
            next: "See 'dualcam audit'.")
    }
}
