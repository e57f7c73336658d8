import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Policy: whether the wall clock may decide which sessions are old")
struct ClockTrustTests {
    private static let second: Int64 = 1_000_000_000
    private static let day: Int64 = 86_400 * second

    /// Returns the clocks `seconds` after the machine's start, with the wall clock set forward by `leap` seconds.
    private static func reading(_ seconds: Int64, leap: Int64 = 0, isSynchronised: Bool? = true) -> ClockReading {
        ClockReading(
            wall: Bench.wallStart + (seconds + leap) * second, uptime: seconds * second, boottime: seconds * second,
            isSynchronised: isSynchronised, boot: "b")
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var what: String
        var readings: [ClockReading]
        var doubt: ClockDoubt?
        var testDescription: String { what }
    }

    @Test(arguments: [
        Row(what: "no reading yet", readings: []),
        Row(what: "synchronised and steady", readings: [reading(10), reading(20)]),
        Row(what: "not known, and steady", readings: [reading(10, isSynchronised: nil)]),
        Row(what: "not synchronised", readings: [reading(10, isSynchronised: false)], doubt: .unsynchronised),
        Row(
            what: "400 days ahead, and the kernel says that it is right",
            readings: [reading(10), reading(20, leap: 400 * 86_400)], doubt: .leapt(by: .seconds(400 * 86_400))),
        Row(
            what: "set back", readings: [reading(10), reading(20, leap: -3600), reading(30, leap: -3600)],
            doubt: .leapt(by: .seconds(-3600))),
        Row(
            what: "steady for less than an hour since then",
            readings: [reading(10), reading(20, leap: 60), reading(3619, leap: 60)], doubt: .leapt(by: .seconds(60))),
        Row(
            what: "steady for an hour since then",
            readings: [reading(10), reading(20, leap: 60), reading(3620, leap: 60)]),
        Row(
            what: "synchronised again, an hour later",
            readings: [reading(10, isSynchronised: false), reading(20, leap: 60), reading(3620, leap: 60)]),
    ])
    func `what is doubted`(row: Row) {
        var trust = ClockTrust()
        for reading in row.readings { trust.observe(reading) }
        #expect(trust.doubt == row.doubt)
    }

    @Test func `each doubt is told once, and again when it has come back`() {
        var trust = ClockTrust()
        var told: [Bool?] = []
        for (second, isSynchronised) in [(1, false), (2, false), (3, true), (4, false)] as [(Int64, Bool)] {
            trust.observe(Self.reading(second, isSynchronised: isSynchronised))
            told.append(trust.judge()?.isNews)
        }
        #expect(told == [true, false, nil, true])
    }

    /// Retention deletes nothing and reports why while the clock may be wrong, and deletes once it is right.
    @Test func `retention waits for a clock that can be trusted`() throws {
        var settings = SessionSettings(outputs: [back])
        settings.storage.retain = .age(.seconds(86_400))
        var bench = try Bench.running(settings)
        bench.feed(.space(1_000_000_000), at: .seconds(3))
        #expect(bench.deeds == [], "the clocks have not been read")
        bench.feed(.reading(clocks: Self.reading(3, isSynchronised: false)), at: .seconds(3))
        bench.feed(.space(1_000_000_000), at: .seconds(4))
        bench.feed(.space(1_000_000_000), at: .seconds(605))
        #expect(!bench.deeds.contains("retain"))
        #expect(
            bench.messages == [
                "The system's clock is not synchronised with any other: storage.retain deletes nothing until it is (see "
                    + "'timedatectl'); storage.when-full still does."
            ])
        bench.feed(.reading(clocks: Self.reading(1204)), at: .seconds(1204))
        bench.feed(.space(1_000_000_000), at: .seconds(1206))
        #expect(bench.deeds.filter { $0 == "retain" } == ["retain"])
    }

    /// A full disk does not depend on the clock.
    @Test func `a full disk has the oldest session go all the same`() throws {
        var settings = SessionSettings(outputs: [back], keepFree: 1_000_000)
        settings.storage.whenFull = .deleteOldest
        var bench = try Bench.running(settings)
        bench.feed(.reading(clocks: Self.reading(3, isSynchronised: false)), at: .seconds(3))
        bench.feed(.space(999_999), at: .seconds(4))
        #expect(bench.deeds.contains("delete oldest"))
    }

    // MARK: Clock states in the ledger
    private static func state(_ isSynchronised: Bool?, boot: String = "b", uptime: Int64 = 100) -> LedgerEntry {
        Line.entry(
            .clockState,
            .of(["synchronised": isSynchronised, "boot": boot, "uptime": Duration.seconds(uptime)]))
    }

    private static func jump(_ seconds: Int64) -> LedgerEntry {
        Line.entry(.clockJumped, .of(["by": Duration.seconds(seconds)]))
    }

    @Test(
        arguments: [
            ([state(true), jump(60)], 0, false), ([jump(60)], 0, false), ([state(false)], 0, true),
            ([state(false), jump(60)], 0, true), ([state(false), jump(60), state(true)], 60, false),
            ([state(false), jump(60), state(true), jump(5)], 60, false), ([state(false), state(true)], 0, false),
            ([state(nil), jump(60)], 0, false),
        ] as [([LedgerEntry], Int64, Bool)])
    func `a session that began by a wrong clock gets its time from the right one`(
        ledger: [LedgerEntry], seconds: Int64, isDoubtful: Bool
    ) {
        let clock = SessionHistory(ledger: ledger, in: "/r").wallClock
        #expect(clock.correction == seconds * Self.second)
        #expect(clock.isDoubtful == isDoubtful)
    }

    @Test func `the machine that was not switched off since knows the age, whatever the clock says`() {
        let clock = SessionHistory(ledger: [Self.state(true)], in: "/r").wallClock
        let day = Duration.seconds(86_400)
        #expect(clock.refusal(of: day, at: ("b", 200 * Self.second)) == .younger)
        #expect(clock.refusal(of: day, at: ("b", 100 * Self.second + Self.day)) == nil)
        #expect(clock.refusal(of: day, at: ("another", 200 * Self.second)) == nil)
        #expect(clock.refusal(of: day, at: (nil, 200 * Self.second)) == nil)
        #expect(clock.refusal(of: nil, at: ("b", 200 * Self.second)) == nil)
        let doubtful = SessionHistory(ledger: [Self.state(false)], in: "/r").wallClock
        #expect(doubtful.refusal(of: day, at: ("another", 0)) == .ageUnknown)
        #expect(doubtful.refusal(of: nil, at: ("b", 200 * Self.second)) == .ageUnknown)
    }

    @Test(arguments: [
        ([false, true] as [Bool?], 60, false), ([false], 0, true), ([true], 0, false), ([nil], 0, false),
    ])
    func `a session is marked whose name is by a wrong clock`(states: [Bool?], seconds: Int64, isDoubtful: Bool) throws
    {
        let session = try SessionOnDisk()
        session.finish(["b.mov"])
        var ledger = states.map { Self.state($0).line }
        ledger.insert(Self.jump(60).line, at: 1)
        let text = try #require(session.text("session.json"))
        session.write(
            text.replacing(#""ledger":[]"#, with: #""ledger":[\#(ledger.joined(separator: ","))]"#), to: "session.json")
        let listed = ListedSession(session.path)
        #expect(listed.clockCorrection == seconds * Self.second && listed.isStartDoubtful == isDoubtful)
        #expect(listed.start == Bench.wallStart + listed.clockCorrection)
    }

    /// The wall clock says that the session was recorded 400 days ago, but it belongs to the machine's present boot.
    @Test func `a session of this boot is not deleted by a clock that leapt`() throws {
        let place = try #require(TemporaryFolder())
        let boot = try #require(ClockReading.bootNow())
        let uptime = ClockReading.boottimeNow() / Self.second
        for (name, boot) in [("fresh", boot), ("old", "another")] {
            let session = try SessionOnDisk(name, in: place)
            session.finish([name + ".mov"])
            let text = try #require(session.text("session.json"))
            let line = Self.state(true, boot: boot, uptime: uptime).line
            session.write(text.replacing(#""ledger":[]"#, with: #""ledger":[\#(line)]"#), to: "session.json")
        }
        let now = Bench.wallStart + 400 * Self.day
        let result = DiskSessionStore().retain(.age(.seconds(30 * 86_400)), in: place.path, besides: "/none", now: now)
        #expect(result.deleted.map(\.path) == [place.path + "/old"])
        #expect(result.refused.map(\.refusal) == [.younger])
        #expect(place.contents.contains("fresh/fresh.mov"))
    }
}
