import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Session: what outputs lack at the end")
struct ShortfallsTests {
    /// A file of one output; `end` is in seconds, `nil` if the file was never closed.
    struct File: Sendable {
        var output: OutputName
        var end: Double?
        var part = 1
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var what: String
        var files: [File]
        var excused: Set<OutputName> = []
        var damaged: Set<OutputName> = []
        var rate = 1
        /// The frame rate of `front`.
        var frames = FrameRate(30)
        var cut: CutList.Cut?
        var lacks: [String]
        var testDescription: String { what }
    }

    private static let both = [File(output: back, end: 10), File(output: front, end: 10)]

    @Test(arguments: [
        Row(what: "nothing", files: both, lacks: []),
        Row(
            what: "within the tolerance", files: [File(output: back, end: 10), File(output: front, end: 8.5)], lacks: []
        ),
        Row(
            what: "too early", files: [File(output: back, end: 10), File(output: front, end: 8.2)],
            lacks: ["front ends 1.8 s before the others"]),
        Row(
            what: "a faster clock", files: [File(output: back, end: 10), File(output: front, end: 8.2)], rate: 2,
            lacks: []),
        Row(
            what: "the last frame of a slow camera reaches far behind the end",
            files: [File(output: back, end: 70), File(output: front, end: 120)], frames: FrameRate(1, 60), lacks: []),
        Row(
            what: "the last frame of a slow camera ends before the end",
            files: [File(output: back, end: 70), File(output: front, end: 60)], frames: FrameRate(1, 60), lacks: []),
        Row(
            what: "a slow camera without its last frames",
            files: [File(output: back, end: 300), File(output: front, end: 120)], frames: FrameRate(1, 60),
            lacks: ["front ends 180 s before the others"]),
        Row(
            what: "a pause in between", files: [File(output: back, end: 10), File(output: front, end: 5)],
            cut: .init(from: .seconds(5), to: .seconds(9)), lacks: []),
        Row(
            what: "an open file", files: [File(output: back, end: 10), File(output: front)],
            lacks: ["front was cut short"]),
        Row(what: "no file", files: [File(output: back, end: 10)], lacks: ["front holds nothing"]),
        Row(what: "no file, rightly", files: [File(output: back, end: 10)], excused: [front], lacks: []),
        Row(
            what: "a part of its first frames",
            files: [File(output: back, end: 2), File(output: front, end: 9, part: 0)],
            lacks: []),
        Row(
            what: "a longer part", files: [File(output: back, end: 4), File(output: front, end: 9, part: 0)],
            lacks: ["front holds nothing"]),
        Row(
            what: "a hole", files: both, damaged: [back], lacks: ["back goes on in another file behind a gap"]),
    ])
    func `each says what it lacks`(row: Row) {
        let files = row.files.enumerated().map { index, file in
            var recorded = RecordedFile(
                FileRequest(output: file.output, segment: index, path: "\(index)"), part: file.part)
            recorded.summary = file.end.map {
                FileSummary(
                    output: file.output, segment: index, path: "\(index)", frames: 30, start: .seconds(1),
                    end: RunningTime(nanoseconds: Int64($0 * 1e9)))
            }
            return recorded
        }
        let shortfalls = Shortfalls(
            outputs: [back, front], files: files, part: 1, start: .seconds(1),
            pauses: CutList(row.cut.map { [$0] } ?? []), rates: [back: FrameRate(30), front: row.frames],
            clockRate: row.rate, excused: row.excused,
            damaged: row.damaged, dropped: LossLog())
        #expect(shortfalls.lacks.map { "\($0.output) \($0.what)" } == row.lacks)
    }

    @Test func `the reason is what the ledger says`() {
        var losses = LossLog()
        let shortfalls = { (losses: LossLog) in
            Shortfalls(outputs: [back], files: [], part: 0, start: .seconds(1), pauses: CutList(), dropped: losses)
        }
        #expect(shortfalls(losses).lacks.map(\.reason) == ["The ledger gives no reason."])
        _ = losses.drop(BranchID(ledger: "back.queue"), back, 7, at: .seconds(2))
        #expect(shortfalls(losses).lacks.map(\.reason) == ["7 frames of it were dropped, as the ledger says."])
    }
}
