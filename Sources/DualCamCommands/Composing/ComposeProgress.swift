import DualCamGraph
import DualCamPlan
import DualCamProcess
import DualCamRecordings
import DualCamSession

/// Reports the progress of a render: a line redrawn on a terminal, and JSON events for programs.
struct ComposeProgress {
    /// The numbers by which the progress of a render is reported.
    struct Figures: Equatable {
        var percent: Int
        /// The render speed as a multiple of real time: seconds of recording rendered per second.
        var speed: Double
        /// The estimated remaining time of the render in seconds; `nil` if unknown.
        var left: Double?

        /// Calculates the numbers that describe a render's progress.
        ///
        /// - Parameters:
        ///   - drawn: The number of seconds of the recording rendered so far, including those from earlier runs.
        ///   - whole: The length of the complete file in seconds.
        ///   - kept: The number of seconds of the recording that earlier runs rendered.
        ///   - elapsed: The time in seconds since this run began.
        init(drawn: Double, of whole: Double, kept: Double = 0, elapsed: Double) {
            let share = whole > 0 ? max(0, min(1, drawn / whole)) : 1
            percent = Int(share * 100)
            speed = elapsed > 0 ? max(0, drawn - kept) / elapsed : 0
            left = speed > 0 ? max(0, whole - drawn) / speed : nil
        }
    }

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
        let figures = Figures(
            drawn: Double(progress.length) / 1e9, of: whole, kept: Double(progress.kept) / 1e9, elapsed: elapsed)
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
