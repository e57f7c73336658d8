@testable import DualCamConfig
@testable import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Session: space, clocks, sound and names over a long time")
struct SessionSpaceTests {
    private static func settings(_ whenFull: WhenFull) -> SessionSettings {
        var settings = SessionSettings(outputs: [back, .combined], keepFree: 1_000_000_000)
        settings.storage.whenFull = whenFull
        return settings
    }

    private static let old = DeletedSession(path: "/r/old", bytes: 7)

    @Test func `older sessions make room, one by one`() throws {
        var bench = try Bench.running(Self.settings(.deleteOldest))
        bench.feed(.space(900_000_000), at: .seconds(3))
        bench.feed(.deleted([Self.old], .whenFull), at: .seconds(3))
        bench.feed(.space(950_000_000), at: .seconds(3))
        bench.feed(.deleted([], .whenFull), at: .seconds(3))
        #expect(bench.deeds == ["delete oldest", "delete oldest"])
        #expect(
            bench.entries.map { JSONValue.object($0.fields).line } == [
                #"{"session":"/r/old","bytes":7,"reason":"when-full"}"#
            ])
        #expect(bench.events.map(\.name) == ["session-deleted"])
        bench.feed(.space(950_000_000), at: .seconds(4))
        #expect(bench.state.life.reason == .diskFull)
    }

    @Test func `a full disk is made room on before a device is opened`() throws {
        var bench = try Bench(Self.settings(.deleteOldest))
        bench.feed(.begin(freeBytes: 1), at: .zero)
        bench.feed(.space(1), at: .zero)
        #expect(bench.deeds == ["delete oldest"])
        bench.feed(.deleted([Self.old], .whenFull), at: .seconds(1))
        bench.feed(.space(2_000_000_000), at: .seconds(1))
        #expect(bench.deeds.last == "arm start 11.0")
    }

    @Test func `nothing to delete and no space is not a recording`() throws {
        var bench = try Bench(Self.settings(.deleteOldest))
        bench.feed(.begin(freeBytes: 1), at: .zero)
        bench.feed(.deletionFailed(FolderFailure(.remove, path: "/r/old", errorNumber: 13)), at: .seconds(1))
        #expect(bench.messages == ["'/r/old' cannot be removed: permission denied."])
        #expect(bench.state.outcome.exit == .diskFailed)
    }

    @Test func `the combined picture makes room for the cameras and comes back with the space`() throws {
        var bench = try Bench.running(Self.settings(.dropCombined))
        bench.feed(.space(900_000_000), at: .seconds(3))
        #expect(bench.deeds == ["drop combined"])
        bench.finish(.combined, at: .seconds(3))
        bench.feed(.reading(), at: .seconds(30))
        #expect(bench.deeds == ["drop combined", "digest take_combined.mov"])
        bench.feed(.space(2_000_000_000), at: .seconds(31))
        bench.feed(.reading(), at: .seconds(31))
        bench.feed(.applied(.restoreOutput(.combined)), at: .seconds(31))
        #expect(bench.deeds.suffix(2) == ["restore combined", "open take_combined_001.mov at 30.3"])
        #expect(bench.state.failures.isEmpty)
    }

    @Test func `without a combined picture left to drop the recording ends before keep-free is reached`() throws {
        var bench = try Bench.running(Self.settings(.stop))
        for second in 0...4 {
            let output = GraphStatistics.Output(name: back, frames: 0, dropped: 0, bytes: Int64(second) * 10_000_000)
            bench.feed(.reading(outputs: [output]), at: .seconds(3 + second))
        }
        bench.feed(.space(1_100_000_000), at: .seconds(8))
        #expect(bench.state.phase == .running)
        bench.feed(.space(1_099_000_000), at: .seconds(9))
        #expect(
            bench.state.failures.all.map(\.message) == [
                "Only 1 GB are left on the disk of /r/take, and storage.keep-free (1 GB) would be reached within 10 s."
            ])
    }

    @Test func `the status tells how long the space lasts`() throws {
        var bench = try Bench.running(Self.settings(.stop))
        bench.feed(.space(2_000_000_000), at: .seconds(2))
        for quarter in 0...16 {
            let bytes = Int64(quarter) * 250_000
            bench.feed(
                .reading(outputs: [.init(name: back, frames: 0, dropped: 0, bytes: bytes)]),
                at: .seconds(2) + .milliseconds(250) * quarter)
        }
        #expect(bench.statuses.map(\.lasts) == [nil, nil, nil, .seconds(1000), .seconds(1000)])
    }

    @Test func `a clock that is set is told, names follow it and the ledger's times do not`() throws {
        var bench = try Bench.running(
            SessionSettings(outputs: [back], segment: .seconds(60)), template: "{output}_{date}_{time}")
        let second: Int64 = 1_000_000_000
        bench.feed(.reading(clocks: ClockReading(wall: 0, uptime: 0, boottime: 0)), at: .seconds(3))
        bench.feed(
            .reading(clocks: ClockReading(wall: 3_610 * second, uptime: 10 * second, boottime: 10 * second)),
            at: .seconds(13))
        bench.feed(.deadline(.segment), at: .seconds(59))
        #expect(bench.deeds.contains("open back_20261121_150605_001.mov at 61.0"))
        #expect(bench.entries.map(\.kind) == [.clockJumped, .segment])
        #expect(bench.entries[0].fields == [.init("by", .length(.seconds(3600)))])
        #expect(WallTime.iso8601(bench.entries[1].unixNanoseconds) == "2026-11-21T14:06:02.250Z")
        #expect(bench.messages == ["The system's clock was set forward by 3600 s."])
    }

    @Test func `what was put in is told at the end even where no drift was measured`() throws {
        var bench = try Bench.running(SessionSettings(outputs: [back]))
        bench.feed(.reading(sounds: [.init(samples: 48_000_000, added: 24, removed: 0)]), at: .seconds(3))
        bench.feed(.stop(.interrupt), at: .seconds(5))
        bench.finish(back, at: .seconds(5))
        bench.feed(.graphClosed(nil), at: .seconds(5))
        let drift = try #require(bench.entries.first { $0.kind == .drift })
        #expect(
            JSONValue.object(drift.fields).line
                == #"{"added":24,"removed":0,"samples":48000000}"#)
    }

    @Test func `a stall of a camera is told in the journal by branch`() throws {
        var bench = try Bench.running()
        for _ in 0..<2 {
            bench.feed(
                .graph(.repeated(branch: BranchID.mixerInput(InputName("back")), count: 3, at: .seconds(2))),
                at: .seconds(3)
            )
        }
        #expect(bench.state.manifest(.recording)["repeated"]?.line == #"{"combined.input.back":6}"#)
        #expect(bench.events.map(\.name) == ["repeated", "repeated"])
    }
}
