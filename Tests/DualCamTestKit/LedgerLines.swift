import DualCamConfig
import DualCamPlan

@testable package import DualCamRecordings

/// Short functions that create ledger entries for tables of test cases.
package enum Line {
    package static func entry(
        _ kind: LedgerEntry.Kind, at seconds: Double? = nil, _ fields: [JSONValue.Member] = []
    ) -> LedgerEntry {
        let running = seconds.map { RunningTime(nanoseconds: Int64($0 * 1e9)) }
        return LedgerEntry(
            kind, unixNanoseconds: SampleRecording.wallStart + (running?.nanoseconds ?? 0), runningTime: running,
            fields: fields)
    }

    package static func started(_ outputs: [String] = ["back"], folder: String = "/r/take") -> LedgerEntry {
        entry(
            .started,
            fields(("folder", .string(folder)), ("outputs", .array(outputs.map(JSONValue.string)))))
    }

    /// Returns the first entry of a session with the names of its first files.
    package static func started(naming files: [(output: String, file: String)]) -> LedgerEntry {
        var entry = started(files.map(\.output))
        entry.fields += fields(("files", list(files, 0)))
        return entry
    }

    /// Returns the entry `recording`, which reports that the given files begin at `start` seconds of running time.
    package static func recording(_ start: Double, _ files: [(output: String, file: String)], segment: Int = 0)
        -> LedgerEntry
    {
        entry(
            .recording, at: start,
            fields(
                ("clock", "GstSystemClock"), ("wall-clock-offset", .seconds(nanoseconds: SampleRecording.wallStart)),
                ("files", list(files, segment))))
    }

    package static func segment(_ number: Int, at seconds: Double, _ files: [(output: String, file: String)])
        -> LedgerEntry
    {
        entry(
            .segment, at: seconds - 3,
            fields(("segment", .count(number)), ("at", time(seconds)), ("files", list(files, number))))
    }

    package static func pause(from start: Double, to end: Double) -> [LedgerEntry] {
        [(LedgerEntry.Kind.paused, start), (.resumed, end)].map { entry($0, at: $1, fields(("at", time($1)))) }
    }

    package static func finished(
        _ output: String, _ file: String, segment: Int = 0, frames: Int, _ start: Double, _ end: Double
    ) -> LedgerEntry {
        entry(
            .fileFinished, at: end,
            fields(
                ("output", .string(output)), ("segment", .count(segment)), ("path", .string("/r/take/\(file)")),
                ("frames", .count(frames)), ("start", time(start)), ("end", time(end))))
    }

    package static func digested(_ file: String, size: Int64 = 10, _ digest: String = "d") -> LedgerEntry {
        entry(
            .digested, fields(("file", .string(file)), ("size", .integer(size)), ("digest", .string(digest))))
    }

    package static func dropped(_ branch: String, _ output: String?, _ count: Int, at seconds: Double) -> LedgerEntry {
        entry(
            .dropped, at: seconds,
            fields(("branch", .string(branch)), ("output", .text(output)), ("count", .count(count))))
    }

    package static func lacking(_ input: String, _ count: Int, _ reason: String, at seconds: Double) -> LedgerEntry {
        entry(
            .absentFromClip, at: seconds,
            fields(("input", .string(input)), ("count", .count(count)), ("reason", .string(reason))))
    }

    package static func lostSound(_ branch: String, _ count: Int, lasting seconds: Double, at: Double) -> LedgerEntry {
        entry(
            .dropped, at: at,
            fields(
                ("branch", .string(branch)), ("output", .null), ("count", .count(count)), ("length", time(seconds))))
    }

    package static func fields(_ pairs: (String, JSONValue)...) -> [JSONValue.Member] {
        pairs.map { .init($0.0, $0.1) }
    }

    package static func time(_ seconds: Double) -> JSONValue { .seconds(nanoseconds: Int64((seconds * 1e9).rounded())) }

    private static func list(_ files: [(output: String, file: String)], _ segment: Int) -> JSONValue {
        .array(
            files.map { ["output": .string($0.output), "file": .string($0.file), "segment": .count(segment)] })
    }
}
