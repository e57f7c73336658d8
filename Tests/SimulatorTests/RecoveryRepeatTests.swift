import DualCamConfig
import DualCamPlan
import Kernel
import Testing

@testable import DualCamRecordings
@testable import DualCamSimulator

/// Kills a recovery at each of its kernel calls, repeats it, and checks that the result is the same.
@Suite struct RecoveryRepeatTests {
    private static let folder = "/rec/take"

    /// A session of two parts whose second worker was killed: a complete file, an incomplete one, and a file that
    /// reserves space.
    private func world() throws -> World {
        let world = World(try Scenario(seed: 1, kinds: []), plant: nil)
        let disk = world.disk
        disk.add(.folder, Self.folder)
        disk.add(.file, Self.folder + "/UNFINISHED")
        disk.add(.file, Self.folder + "/.dualcam-room")
        disk.add(.file, Self.folder + "/ledger.jsonl", ledger.map { $0.line + "\n" }.joined())
        for (name, frames) in [("back_000.mov", 250), ("back_001.mov", 100)] as [(String, Int)] {
            let file = try #require(disk.add(.file, Self.folder + "/" + name))
            let grid = FrameGrid(origin: 1_000_000_000, rate: FrameRate(25))
            var media = MediaFile(output: OutputName("back"), grid: grid, begun: 0)
            media.write(0, frames, .full)
            media.flushed = frames
            file.media = media
            disk.record(file)
        }
        return world
    }

    private var ledger: [LedgerEntry] {
        let summary = FileSummary(
            output: OutputName("back"), segment: 0, path: Self.folder + "/back_000.mov", frames: 250,
            start: RunningTime(nanoseconds: 1_000_000_000), end: RunningTime(nanoseconds: 11_000_000_000))
        return [
            line(.started, [.init("folder", .string(Self.folder)), .init("outputs", .array(["back"]))]),
            recording("back_000.mov", 0), line(.fileFinished, summary.members), line(.workerLost, []),
            recording("back_001.mov", 1),
        ]
    }

    private func recording(_ file: String, _ segment: Int64) -> LedgerEntry {
        line(
            .recording,
            [
                .init("clock", "simulated"),
                .init("files", .array([["output": "back", "file": .string(file), "segment": .integer(segment)]])),
            ])
    }

    private func line(_ kind: LedgerEntry.Kind, _ fields: [JSONValue.Member]) -> LedgerEntry {
        LedgerEntry(
            kind, unixNanoseconds: 1_795_269_904_000_000_000, runningTime: RunningTime(nanoseconds: 1_000_000_000),
            fields: fields)
    }

    /// The result that every attempt has to reach: the files' content, the parts and the names in the folder.
    private struct Ending: Equatable {
        var files: [RecordedFile]
        var parts: [SessionHistory.Part]
        var names: [String]
    }

    private func recovered(killedIn call: Int?) throws -> Ending {
        let world = try world()
        if let call { Recovery(world).recover(Self.folder, lives: call) }
        #expect(Recovery(world).recover(Self.folder) == .finished)
        return try SystemAccess.$current.withValue(world.makeSystem()) {
            let history = try SessionRecord.read(Self.folder).history
            return Ending(
                files: history.files, parts: history.parts, names: try SessionDirectory(Self.folder).names())
        }
    }

    @Test func itComesToTheSameEnd() throws {
        let whole = try recovered(killedIn: nil)
        #expect(whole.files.map(\.summary?.frames) == [250, 100])
        #expect(whole.names == ["back_000.mov", "back_001.mov", "session.json"])
        for call in 1...Recovery(try world()).calls(Self.folder) {
            #expect(try recovered(killedIn: call) == whole, "killed in call \(call)")
        }
    }
}
