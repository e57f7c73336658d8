import DualCamConfig
import DualCamPlan
import Kernel
import Testing

@testable import DualCamRecordings
@testable import DualCamSession
@testable import DualCamSimulator

/// Bugs of the program that the simulator has found, each in the smallest world that shows it.
@Suite struct FoundFaultsTests {
    private func world(_ seed: UInt64 = 1) throws -> World {
        World(try Scenario(seed: seed, kinds: []), plant: nil)
    }

    /// A recovery wrote into the ledger what a file holds before the file was on the disk. A power cut then lost the
    /// frames, and the ledger was wrong.
    @Test(arguments: 1...90)
    func whatTheLedgerSaysOfAFileIsOnTheDisk(_ calls: Int) throws {
        let (world, folder) = (try world(), "/rec/take")
        let file = try #require(leaveHalfFile(in: world, folder))
        Recovery(world).recover(folder, lives: calls)
        var random = Randomness(UInt64(calls))
        world.disk.cutPower(&random)
        #expect(Recovery(world).recover(folder) == .finished)
        let record = try SystemAccess.$current.withValue(world.makeSystem()) { try SessionRecord.read(folder) }
        #expect(record.history.files.first?.summary?.frames ?? 0 == file.media?.frames ?? 0)
    }

    /// Leaves an unfinished session, as after a killed process; its frames are not on the disk yet.
    private func leaveHalfFile(in world: World, _ folder: String) -> Inode? {
        let disk = world.disk
        disk.add(.folder, folder)
        disk.add(.file, folder + "/UNFINISHED")
        disk.add(.file, folder + "/ledger.jsonl", [started, recording].map { $0.line + "\n" }.joined())
        guard let file = disk.add(.file, folder + "/back_000.mov") else { return nil }
        let grid = FrameGrid(origin: 1_000_000_000, rate: FrameRate(25))
        var media = MediaFile(output: OutputName("back"), grid: grid, begun: 0)
        media.write(0, 100, .full)
        media.flushed = 100
        file.media = media
        disk.record(file)
        return file
    }

    private var started: LedgerEntry {
        LedgerEntry(
            .started, unixNanoseconds: 1_795_269_903_000_000_000, runningTime: nil,
            fields: [.init("folder", "/rec/take"), .init("outputs", .array(["back"]))])
    }

    private var recording: LedgerEntry {
        let files: JSONValue = .array([["output": "back", "file": "back_000.mov", "segment": .integer(0)]])
        return LedgerEntry(
            .recording, unixNanoseconds: 1_795_269_904_000_000_000,
            runningTime: RunningTime(nanoseconds: 1_000_000_000),
            fields: [.init("clock", "simulated"), .init("files", files)])
    }

    /// The fallback folder that takes the files of a full disk was not synchronised. A power cut then removed its name,
    /// and its files with it.
    @Test func aFallbackFolderIsOnTheDiskBeforeItsFiles() throws {
        let (world, path) = (try world(), "/spare/take")
        world.disk.add(.folder, "/rec/take")
        world.disk.add(.file, "/rec/take/UNFINISHED")
        try SystemAccess.$current.withValue(world.makeSystem()) {
            try SessionFolder.makePlace(path, for: SessionFolder.reopen("/rec/take"))
        }
        var random = Randomness(1)
        for _ in 0..<20 { world.disk.cutPower(&random) }
        #expect(world.disk.find(path) != nil)
    }

    /// A file that is split off early has a higher number than the later file, which was requested before. The program
    /// took the wrong start for the later file, one frame too early.
    @Test func aFileBeginsWhereTheOneBeforeItInTimeEnds() throws {
        let second: Int64 = 1_000_000_000
        var history = SessionHistory(ledger: [started, recording], in: "/rec/take")
        for (segment, boundary) in [(1, 20), (2, 18)] {
            let request = FileRequest(output: OutputName("back"), segment: segment, path: "/rec/take/\(segment).mov")
            history.add(RecordedFile(request, boundary: RunningTime(nanoseconds: Int64(boundary) * second)))
        }
        let end = RunningTime(nanoseconds: 20 * second + 30_000_000)
        history.index.change("/rec/take/2.mov") { file in
            file.summary = FileSummary(
                output: file.output, segment: 2, path: file.path, frames: 60,
                start: RunningTime(nanoseconds: 18 * second), end: end)
        }
        let half = try #require(history.files.first { $0.segment == 1 })
        #expect(history.start(of: half) == end)
    }

    /// A camera failed briefly at a segment boundary, and its file was reported as finished. The program then took the
    /// recording as ended, forty seconds before the scheduled end.
    @Test func aScheduledEndIsNoReasonToEndBeforeIt() throws {
        var order = try world().scenario.order(at: 0)
        (order.settings.recording.duration, order.settings.recording.delay) = (.seconds(60), nil)
        var machine = SessionMachine(order: order, folder: "/rec/take", wallStart: 0)
        _ = machine.observe(.begin(freeBytes: nil), at: .zero)
        let start = RunningTime(nanoseconds: 1_000_000_000)
        _ = machine.observe(.graph(.recording(at: start, wallClock: 0, clock: "test")), at: .seconds(1))
        for file in machine.files.awaited {
            let summary = FileSummary(
                output: file.output, segment: 0, path: file.path, frames: 30, start: start, end: start + .seconds(1))
            _ = machine.observe(.graph(.fileFinished(summary)), at: .seconds(2))
        }
        #expect(machine.life.reason == .failure)
    }

    /// After two hours of sleep hundreds of segment boundaries were due at once. The session's clock has to stand still
    /// while the machine sleeps, as the pipeline's does.
    @Test func theSessionsClockSleepsWithTheMachine() {
        #expect(SessionDependencies(digest: { _ in "" }).clock is SuspendingClock)
    }

    /// The shared lock of a folder was taken ten thousand times.
    @Test func aLockIsTakenOnce() throws {
        let world = try world()
        world.disk.add(.folder, "/rec/take")
        world.disk.add(.file, "/rec/take/UNFINISHED")
        let system = world.makeSystem()
        let lock = try SystemAccess.$current.withValue(system) { try FolderLock.shared("/rec/take") }
        withExtendedLifetime(lock) { #expect(system.calls < 40) }
    }
}
