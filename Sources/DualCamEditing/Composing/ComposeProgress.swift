import DualCamPlan
import DualCamProcess
import DualCamRecordings

/// Reports the progress of a render: a line redrawn on a terminal, and JSON events for programs.
struct ComposeProgress {
    private let place: ProcessEnvironment
    private let json: Bool
    /// The verb at the start of the progress line, such as `composing`.
    private let word: String
    private let whole: Double
    private let begin = ContinuousClock.now
    private var told: Int?

    init(_ place: ProcessEnvironment, json: Bool, word: String, seconds whole: Double) {
        (self.place, self.json, self.word, self.whole) = (place, json, word, whole)
    }

    /// The time in seconds since the render began.
    var elapsed: Double { begin.duration(to: .now) / .seconds(1) }

    mutating func show(_ progress: SessionComposer.Progress) {
        let figures = ProgressFigures(
            Double(progress.length) / 1e9, of: whole, kept: Double(progress.kept) / 1e9, elapsed: elapsed)
        guard !progress.isJoining else {
            return place.redraw("putting the file together, \(figures.percent) %")
        }
        if json, told != figures.percent {
            let line: JSONValue = [
                "event": "progress", "percent": .count(figures.percent), "frames": .count(progress.frames),
                "speed": .ratio(figures.speed), "left": .ratio(figures.left),
            ]
            place.output.write(TerminalText(json: line.line + "\n"))
        }
        told = figures.percent
        let left = figures.left.map { ", \(Wording.clock(.milliseconds(Int64(saturating: $0 * 1000)))) left" } ?? ""
        let speed = Wording.number(figures.speed, fractionDigits: 1)
        place.redraw("\(word), \(figures.percent) %, \(speed) x real time\(left)")
    }

    func end() { place.eraseLine() }
}

extension RenderContext {
    /// Runs a closure that renders, and reports its progress.
    ///
    /// - Parameters:
    ///   - word: The verb that describes the work on the progress line, such as `composing`.
    ///   - whole: The length of the complete file in seconds.
    ///   - isEvent: True to print the progress as JSON events too if `--json` is given.
    ///   - sources: The source files of the work. If one of them changes, the work ends, and an error that names the
    ///     changed file is thrown.
    /// - Returns: The result of the closure, and the number of seconds that it took.
    func follow<Value>(
        _ word: String, seconds whole: Double, isEvent: Bool = true, reading sources: HeldSources,
        _ work: ((SessionComposer.Progress) -> Bool) throws(CommandFailure) -> Value
    ) throws(CommandFailure) -> (value: Value, elapsed: Double) {
        var progress = ComposeProgress(place, json: isEvent && options.json, word: word, seconds: whole)
        defer { progress.end() }
        let value = try sources.guarding { () throws(CommandFailure) in
            try work { told in
                if isEvent || !options.json { progress.show(told) }
                return goesOn() && sources.change == nil
            }
        }
        return (value, progress.elapsed)
    }
}
