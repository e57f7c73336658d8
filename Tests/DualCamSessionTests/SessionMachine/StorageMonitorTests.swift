@testable import DualCamConfig
@testable import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Session: space")
struct StorageMonitorTests {
    private static func settings(_ whenFull: WhenFull, outputs: [OutputName] = [back, .combined]) -> SessionSettings {
        var settings = SessionSettings(outputs: outputs, keepFree: 1_000_000_000, warnAt: [5_000_000_000])
        settings.storage.whenFull = whenFull
        return settings
    }

    @Test(arguments: [
        (WhenFull.stop, 2_000_000_000 as Int64?, [] as [String]), (.stop, nil, []),
        (.stop, 900_000_000, ["fail disk-full"]), (.dropCombined, 900_000_000, ["fail disk-full"]),
        (.deleteOldest, 900_000_000, ["delete oldest"]),
    ])
    func `no recording begins without space`(whenFull: WhenFull, free: Int64?, expected: [String]) {
        let settings = Self.settings(whenFull)
        var storage = StorageMonitor(settings)
        storage.read(free)
        #expect(storage.refuseStart(in: .at(0, .preparing, settings)).words == expected)
        #expect(storage.isMakingRoom == (expected == ["delete oldest"]))
    }

    @Test(arguments: [(true, ["fail disk-full"]), (false, ["record session-deleted", "emit session-deleted"])])
    func `room that is made lets it begin, and none ends it`(isNone: Bool, expected: [String]) {
        let settings = Self.settings(.deleteOldest)
        var storage = StorageMonitor(settings)
        storage.read(900_000_000)
        _ = storage.refuseStart(in: .at(0, .preparing, settings))
        let gone = isNone ? [] : [DeletedSession(path: "/r/old", bytes: 7)]
        let words = storage.deleted(gone, .whenFull, in: .at(1, .preparing, settings)).words
        #expect(words.map { String($0.split(separator: " {")[0]) } == expected)
        #expect(!storage.isMakingRoom)
    }

    /// Sessions that retention has deleted, or has not, do not answer a request for space.
    @Test func `only what is deleted for room lets it begin`() {
        let settings = Self.settings(.deleteOldest)
        var storage = StorageMonitor(settings)
        storage.read(900_000_000)
        _ = storage.refuseStart(in: .at(0, .preparing, settings))
        #expect(storage.deleted([], .retain, in: .at(1, .preparing, settings)).words.isEmpty)
        #expect(storage.isMakingRoom)
    }

    @Test(arguments: [
        (WhenFull.stop, ["fail disk-full"]), (.deleteOldest, ["delete oldest"]), (.dropCombined, ["shed by space"]),
    ])
    func `a disk that fills`(whenFull: WhenFull, expected: [String]) {
        let settings = Self.settings(whenFull)
        var storage = StorageMonitor(settings)
        storage.read(4_000_000_000)
        #expect(
            storage.judge(isPaused: false, in: .at(3, .running, settings)).words
                == ["warn free-space: Only 4 GB are left on the disk of /r/take."])
        storage.read(900_000_000)
        let words = storage.judge(isPaused: false, in: .at(4, .running, settings)).words
        #expect(words.filter { !$0.hasPrefix("warn") } == expected)
    }

    @Test func `the combined output comes back when there is space again`() {
        let settings = Self.settings(.dropCombined)
        var storage = StorageMonitor(settings)
        storage.read(900_000_000)
        _ = storage.judge(isPaused: false, in: .at(3, .running, settings))
        storage.read(9_000_000_000)
        #expect(storage.judge(isPaused: false, in: .at(4, .running, settings)).words == ["restore by space"])
    }

    @Test func `what is left lasts as long as the outputs write as they do`() {
        let settings = Self.settings(.stop)
        var storage = StorageMonitor(settings)
        storage.read(2_000_000_000)
        for second in 0...10 {
            storage.written(
                [.init(name: back, frames: 0, dropped: 0, bytes: Int64(second) * 10_000_000)], at: .seconds(second))
        }
        #expect(storage.lasts == .seconds(100))
        storage.restartRate()
        #expect(storage.lasts == nil)
    }

    /// At 100 MB per second, the space above `storage.keep-free` lasts for less than the reserve.
    @Test(arguments: [(false, ["shed by space"]), (true, [])])
    func `in a pause nothing is written, and what is left lasts`(isPaused: Bool, expected: [String]) {
        let settings = Self.settings(.dropCombined)
        var storage = StorageMonitor(settings)
        storage.read(1_900_000_000)
        for second in 0...10 {
            storage.written(
                [.init(name: back, frames: 0, dropped: 0, bytes: Int64(second) * 100_000_000)], at: .seconds(second))
        }
        let words = storage.judge(isPaused: isPaused, in: .at(10, .running, settings)).words
        #expect(words.filter { !$0.hasPrefix("warn") } == expected)
        #expect((storage.lasts == nil) == !isPaused, "without the combined output less is written")
    }

    @Test func `a session that cannot be deleted is told of once`() {
        var storage = StorageMonitor(Self.settings(.stop))
        let failure = FolderFailure(.write, path: "/r/old", errorNumber: 13)
        #expect(storage.notDeleted([failure]).count == 1)
        #expect(storage.notDeleted([failure]) == [])
    }
}

extension StorageMonitor {
    /// Judges with clocks that report nothing.
    fileprivate mutating func judge(isPaused: Bool, in context: SessionContext) -> [SessionEffect] {
        var clocks = SessionClocks(wallStart: Bench.wallStart, calendar: { WallTime.utc($0) })
        return judge(isPaused: isPaused, &clocks, in: context)
    }
}
