import DualCamConfig
import DualCamPlan
import DualCamProcess
import DualCamRecordings

/// Reports the progress of copying or publishing a session: a line redrawn on a terminal, and JSON events for programs.
struct BackupProgress {
    private let place: ProcessEnvironment
    private let json: Bool
    /// The verb at the start of the progress line, such as `copying`.
    private let word: String
    private let session: String
    private let whole: Int64
    private let begin = ContinuousClock.now
    /// The total size, in bytes, of the files that were copied completely before the current one.
    private var before: Int64 = 0
    private var told: Int?
    private var shown: Int64 = 0
    private var limit: Bitrate?
    /// The resource (CPU or disk) that other programs need, so that the copy is slowed down; `nil` at full speed.
    private var strain: JobProgress.Strain?

    init(_ place: ProcessEnvironment, json: Bool, word: String = "copying", _ session: String, bytes: Int64) {
        (self.place, self.json, self.word, self.session, whole) = (place, json, word, session, bytes)
    }

    /// Shows the progress of the file that is being copied.
    ///
    /// - Parameter bytes: The number of bytes of this file that were copied so far.
    mutating func show(_ bytes: Int64) {
        shown = bytes
        let elapsed = begin.duration(to: .now) / .seconds(1)
        let figures = ProgressFigures(Double(before +| bytes), of: Double(whole), elapsed: elapsed)
        if json, told != figures.percent {
            write([
                "event": "progress", "session": .string(session), "percent": .count(figures.percent),
                "speed": .count(Int64(saturating: figures.speed)), "left": .ratio(figures.left),
                "limit": .count(limit?.bitsPerSecond), "slowed": .text(strain?.rawValue),
            ])
        }
        told = figures.percent
        let left = figures.left.map { ", \(Wording.clock(.milliseconds(Int64(saturating: $0 * 1000)))) left" } ?? ""
        let speed = Wording.bytes(Int64(saturating: figures.speed))
        let slowly = strain.map { ", slowly: other programs need the \($0.rawValue)" } ?? ""
        place.redraw("\(word) \(session), \(figures.percent) %, \(speed)/s\(left)\(slowly)")
    }

    /// Reports that the bandwidth limit of the copy has changed, or warns that it could not be changed.
    /// - Parameter refusal: The reason why the limit could not be changed; `nil` if it was changed.
    mutating func follow(_ pace: AdaptiveBandwidth, _ refusal: String?) {
        if let refusal {
            let words = "warning: Other programs need the machine, but the copy cannot be slowed down: \(refusal)"
            return place.noteAboveStatus(words, .warning)
        }
        (limit, strain, told) = (pace.limit, pace.reason, nil)
        show(shown)
    }

    mutating func finish(_ file: BackupSource.File) { before = before +| file.bytes }

    func end() { place.eraseLine() }

    func tell(_ file: SessionBackup.File, isCopied: Bool) {
        guard json else { return }
        write([
            "event": isCopied ? "copied" : "verified", "session": .string(session), "file": .string(file.name),
            "bytes": .count(file.bytes), "verified": .string(file.verification.rawValue),
        ])
    }

    func tell(_ source: BackupSource, _ files: [BackupSource.File], copied: Int, to folder: String) {
        let bytes = files.reduce(0) { $0 +| $1.bytes }
        if json {
            write([
                "event": "backed-up", "session": .string(source.name), "to": .string(folder),
                "files": .count(files.count), "copied": .count(copied), "bytes": .count(bytes),
            ])
        } else {
            let words = "\(files.count) files, \(Wording.bytes(bytes)), \(copied) of them copied now, all verified"
            place.output.write("\(source.folder): \(words) at \(folder)\n")
        }
    }

    private func write(_ line: JSONValue) { place.output.write(TerminalText(json: line.line + "\n")) }
}
