import DualCamConfig
import DualCamPlan
import Testing

@testable import DualCamSession
@testable import DualCamSimulator

/// What the simulator has found in the program, each in the smallest world that shows it.
@Suite struct FoundFaultsTests {
    private func world(_ seed: UInt64 = 1) throws -> World {
        World(try Scenario(seed: seed, kinds: []), plant: nil)
    }

    /// A recovery said in the ledger what a file holds before that was on the disk: with the power the frames went.
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

    /// Leaves a session as a process does that was killed: its frames are not on the disk yet.
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

    /// A share in a folder's lock was taken ten thousand times.
    @Test func aLockIsTakenOnce() throws {
        let world = try world()
        world.disk.add(.folder, "/rec/take")
        world.disk.add(.file, "/rec/take/UNFINISHED")
        let system = world.makeSystem()
        let lock = try SystemAccess.$current.withValue(system) { try FolderLock.shared("/rec/take") }
        withExtendedLifetime(lock) { #expect(system.calls < 40) }
    }
}
