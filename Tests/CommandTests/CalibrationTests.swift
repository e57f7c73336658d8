import DualCamControl
import DualCamPlan
import DualCamRecordings
import DualCamSession
import DualCamTestKit
import Testing

@testable import DualCamCommands
@testable import DualCamProcess
@testable import DualCamWorker

@Suite struct CalibrationTests {
    private static let machine = MachineIdentity(
        host: "box", processor: "Acme 3000", cores: 4, gstreamer: "GStreamer 1.22.0")
    private static let path = "/home/me/.cache/dualcam/calibration-box.json"
    private static let table: CostTable = {
        var table = CostTable(
            work: [
                "encode x264 veryfast": CostTable.Work(perMegapixel: 0.0125, perFrame: 0.0001, perMegabit: 0.002),
                "base": CostTable.Work(perSecond: 0.01),
            ], margin: 0.1, isMeasured: true, parallel: [1, 1.8], diskBytesPerSecond: ["/home/Me": 2e8],
            memoryBytesPerSecond: 5e9)
        table.drawn = 0.6
        return table
    }()

    private static func text(of machine: MachineIdentity = machine) throws -> String {
        try JSONText.line(CalibrationFile(table, of: machine, date: "2026-11-21T14:05:03Z", notes: ["a note"]))
    }

    /// Reads the cost table from a file with these bytes.
    private static func read(_ bytes: [UInt8]?, cache: String? = nil) -> (table: CostTable, note: String?) {
        var files = FakeFiles([])
        if let bytes { files.contents[(cache ?? "/home/me/.cache") + "/dualcam/calibration-box.json"] = bytes }
        let place = ProcessEnvironment(
            output: CapturedText(), errors: CapturedText(), errorsAreTerminal: false, columns: { nil },
            signals: { AsyncStream { $0.finish() } },
            environment: ["HOME": "/home/me"].merging(cache.map { ["XDG_CACHE_HOME": $0] } ?? [:]) { $1 },
            files: files, executable: nil, workingDirectory: "/home/me")
        return CalibrationStore(place).costs(of: machine)
    }

    @Test func whatIsWrittenIsReadAgain() throws {
        let read = try Self.read(Array(Self.text().utf8))
        #expect(read.table == Self.table)
        #expect(read.note == nil)
        let elsewhere = try Self.read(Array(Self.text().utf8), cache: "/fast")
        #expect(elsewhere.table == Self.table)
    }

    @Test func withoutAFileTheBuiltInTableServesAndNothingIsSaid() {
        let read = Self.read(nil)
        #expect(read.table == .builtIn)
        #expect(read.note == nil)
    }

    /// A file that was cut at any position is reported and not used.
    @Test func aFileThatWasCutIsNotUsed() throws {
        let bytes = Array(try Self.text().utf8)
        for length in stride(from: 0, to: bytes.count - 2, by: 10) {
            let read = Self.read(Array(bytes[..<length]))
            #expect(read.table == .builtIn, "cut at \(length)")
            #expect(
                read.note == "the calibration \(Self.path) is cut or damaged; the coarse built-in figures are used. "
                    + "Run 'dualcam calibrate'.", "cut at \(length)")
        }
    }

    @Test(arguments: [
        (#""format":1"#, #""format":0"#, "has format 0, from another version of dualcam"),
        (#""host":"box""#, #""host":"den""#, "was made on the host 'den', but this is 'box'"),
        (
            #""processor":"Acme 3000""#, #""processor":"Acme 2000""#,
            "was made on the processor 'Acme 2000', but this machine has 'Acme 3000'"
        ),
        (#""cores":4"#, #""cores":2"#, "was made on 2 cores, but this machine has 4"),
        (
            #""gstreamer":"GStreamer 1.22.0""#, #""gstreamer":"GStreamer 1.24.1""#,
            "was made with GStreamer 1.24.1, but this machine has GStreamer 1.22.0"
        ),
        (#""megapixel":0.0125"#, #""megapixel":-1"#, "is cut or damaged"),
        (#""margin":0.1"#, #""margin":"little""#, "is cut or damaged"),
        (#""drawn":0.6"#, #""drawn":-1"#, "is cut or damaged"),
    ])
    func aFileOfAnotherMachineIsNotUsed(_ old: String, _ new: String, _ reason: String) throws {
        let text = try Self.text()
        let parts = text.split(separator: old, maxSplits: 1, omittingEmptySubsequences: false)
        try #require(parts.count == 2)
        let read = Self.read(Array((parts[0] + new + parts[1]).utf8))
        #expect(read.table == .builtIn)
        #expect(
            read.note
                == "the calibration \(Self.path) \(reason); the coarse built-in figures are used. Run 'dualcam calibrate'."
        )
    }

    /// The figures for web pages: the encoders' own, and how many such pictures all cores together encode.
    @Test func whatIsMeasuredIsToldAsJSON() throws {
        var file = CalibrationFile(Self.table, of: Self.machine, date: "2026-11-21T14:05:03Z", notes: ["a note"])
        file.work["encode aac"] = .init(perSecond: 0.01)
        file.work["encode x265 slow"] = .init(perFrame: 0.1)
        #expect(
            file.report == [
                "measured": "2026-11-21T14:05:03Z", "cores": 4,
                "encoders": [
                    ["name": "x264 veryfast", "cores": .number(0.797), "at-once": 2],
                    ["name": "x265 slow", "cores": .number(3), "at-once": 0],
                ], "notes": ["a note"], "problem": .null,
            ])
    }

    @Test func whoeverListensHearsThePercentAlone() {
        let errors = CapturedText()
        let place = ProcessEnvironment(
            output: CapturedText(), errors: errors, errorsAreTerminal: true, columns: { 40 },
            signals: { AsyncStream { $0.finish() } }, environment: [:], files: FakeFiles([]), executable: nil,
            workingDirectory: "/")
        let heard = Lock<[Int]>([])
        let progress = CalibrationProgress(place, steps: 8) { percent in heard.with { $0.append(percent) } }
        for step in 0..<3 { progress.show(step, "work") }
        progress.end()
        #expect(heard.with { $0 } == [0, 12, 25] && errors.text == "")
    }

    @Test func progressIsALineEveryTwentiethOfTheWay() {
        let errors = CapturedText()
        var place = ProcessEnvironment(
            output: CapturedText(), errors: errors, errorsAreTerminal: false, columns: { 40 },
            signals: { AsyncStream { $0.finish() } }, environment: [:], files: FakeFiles([]), executable: nil,
            workingDirectory: "/")
        let lines = CalibrationProgress(place, steps: 40)
        for step in 0..<4 { lines.show(step, "work \(step)") }
        #expect(errors.text == "dualcam: calibrating, 0 %: work 0\ndualcam: calibrating, 5 %: work 2\n")
        place.errorsAreTerminal = true
        CalibrationProgress(place, steps: 40).show(20, "a piece of work with a long name")
        #expect(errors.text.hasSuffix("\r\u{1B}[Kdualcam: calibrating, 50 %: a piece of "))
    }
}
