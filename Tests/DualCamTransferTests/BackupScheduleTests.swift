import DualCamConfig
import Testing

@testable import DualCamTransfer

/// The schedule of backups, with a clock that the test moves.
@Suite struct BackupScheduleTests {
    private static let fast = Bitrate(bitsPerSecond: 20_000_000)
    private static let slow = Bitrate(bitsPerSecond: 2_000_000)
    private static let noon = TimeOfDay(hour: 12, minute: 0)

    private static func settings(_ change: (inout Backup) -> Void = { _ in }) throws -> Backup {
        var settings = Backup()
        settings.to = try RemotePath(parsing: "nas:films")
        settings.bandwidth = fast
        change(&settings)
        return settings
    }

    private static func copy(_ bandwidth: Bitrate? = fast, besides: [String] = []) -> BackupSchedule.Action {
        .copy(bandwidth: bandwidth, besides: besides)
    }

    private static func tick(_ hour: Int = 12, recording: Bool = false) -> BackupSchedule.Input {
        .tick(TimeOfDay(hour: hour, minute: 0), isRecording: recording)
    }

    /// Returns the actions after each input; inputs come one second apart.
    private static func actions(
        _ settings: Backup, _ inputs: [BackupSchedule.Input]
    ) -> [[BackupSchedule.Action]] {
        var schedule = BackupSchedule()
        _ = schedule.observe(tick(), at: .zero)
        return ([.begin(settings)] + inputs).enumerated().map { schedule.observe($1, at: .seconds($0)) }
    }

    @Test func nothingIsCopiedWhereNothingIsSaid() {
        let all = Self.actions(Backup(), [Self.tick(), .finished, Self.tick(23)])
        #expect(all == [[], [], [], []])
    }

    @Test func oneIsCopiedAfterTheOther() throws {
        let all = Self.actions(
            try Self.settings(), [.ended(.copied(session: "/r/a", left: 1)), .ended(.copied(session: "/r/b", left: 0))])
        #expect(all[0] == [Self.copy()])
        #expect(all[1] == [.tell(.copied(session: "/r/a", left: 1)), Self.copy()])
        #expect(all[2] == [.tell(.copied(session: "/r/b", left: 0)), Self.copy()])
    }

    /// Without work the schedule checks again when a session is finished, and every ten minutes.
    @Test func itLooksAgain() throws {
        var schedule = BackupSchedule()
        let settings = try Self.settings()
        // The schedule waits until it knows the time and whether a recording runs.
        #expect(schedule.observe(.begin(settings), at: .zero) == [])
        #expect(schedule.observe(Self.tick(), at: .zero) == [Self.copy()])
        #expect(schedule.observe(.ended(.nothing), at: .seconds(1)) == [] && schedule.waiting == 0)
        #expect(schedule.observe(Self.tick(), at: .seconds(600)) == [])
        #expect(schedule.observe(Self.tick(), at: .seconds(601)) == [Self.copy()])
        #expect(schedule.observe(.ended(.nothing), at: .seconds(602)) == [])
        #expect(schedule.observe(.finished, at: .seconds(603)) == [Self.copy()])
    }

    @Test(arguments: [(21, false), (22, true), (23, true), (0, true), (5, true), (6, false), (12, false)])
    func theNightHasHours(hour: Int, isCopied: Bool) throws {
        let night = try Self.settings { $0.when = .night }
        var schedule = BackupSchedule()
        _ = schedule.observe(Self.tick(hour), at: .zero)
        #expect(schedule.observe(.begin(night), at: .zero) == (isCopied ? [Self.copy()] : []))
        // A copy that began at night is stopped in the morning.
        #expect(schedule.observe(Self.tick(9), at: .seconds(1)) == (isCopied ? [.stop] : []))
        #expect(schedule.observe(.ended(.failed(session: "/r/a", reason: "x")), at: .seconds(2)) == [])
        #expect(schedule.observe(Self.tick(22), at: .seconds(3)) == [Self.copy()])
    }

    /// A recording stops the copying, once. A copy that was stopped has not failed, and begins again after the
    /// recording.
    @Test func aRecordingComesFirst() throws {
        let all = Self.actions(
            try Self.settings(),
            [
                Self.tick(recording: true), Self.tick(recording: true),
                .ended(.failed(session: "/r/a", reason: "ended")),
                Self.tick(recording: true), Self.tick(),
            ])
        #expect(all == [[Self.copy()], [.stop], [], [], [], [Self.copy()]])
    }

    /// With `while-recording` the copying continues slowly, and at full speed when the recording ends.
    @Test func aRecordingMakesItSlow() throws {
        let all = Self.actions(
            try Self.settings { $0.whileRecording = Self.slow },
            [
                Self.tick(recording: true), .ended(.failed(session: "/r/a", reason: "ended")),
                Self.tick(), .ended(.copied(session: "/r/a", left: 1)),
            ])
        #expect(all[1...3] == [[.stop], [Self.copy(Self.slow)], []])
        #expect(all[4] == [.tell(.copied(session: "/r/a", left: 1)), Self.copy()])
    }

    /// The bandwidth during a recording is never larger than the usual one.
    @Test func theSlowerOfTwoLimitsHolds() throws {
        let settings = try Self.settings {
            ($0.bandwidth, $0.whileRecording) = (Self.slow, Self.fast)
        }
        #expect(Self.actions(settings, [Self.tick(recording: true)]) == [[Self.copy(Self.slow)], []])
    }

    /// The pauses grow from one minute to an hour; the reason is reported once.
    @Test func aPlaceThatFailsIsTriedLessAndLess() throws {
        var schedule = BackupSchedule()
        var (now, pauses, told) = (Duration.zero, [Int64](), 0)
        _ = schedule.observe(Self.tick(), at: now)
        _ = schedule.observe(.begin(try Self.settings()), at: now)
        for _ in 0..<9 {
            let failed = schedule.observe(.ended(.failed(session: nil, reason: "no route.")), at: now)
            told += failed.count
            let begin = now
            // A finished session does not shorten the pause.
            #expect(schedule.observe(.finished, at: now) == [])
            while now - begin < .seconds(4000), schedule.observe(Self.tick(), at: now).isEmpty { now += .seconds(1) }
            pauses.append((now - begin).components.seconds)
        }
        #expect(pauses == [60, 120, 240, 480, 960, 1920, 3600, 3600, 3600] && told == 1)
    }

    /// Another session is copied while one waits. Once only that one is left, its pause is kept.
    @Test func oneThatFailsHoldsUpNoOther() throws {
        var schedule = BackupSchedule()
        _ = schedule.observe(Self.tick(), at: .zero)
        _ = schedule.observe(.begin(try Self.settings()), at: .zero)
        let news = BackupNews.failed(session: "/r/a", reason: "damaged.", pause: .seconds(60))
        #expect(
            schedule.observe(.ended(.failed(session: "/r/a", reason: "damaged.")), at: .seconds(1)) == [
                .tell(news), Self.copy(besides: ["/r/a"]),
            ])
        #expect(
            schedule.observe(.ended(.copied(session: "/r/b", left: 1)), at: .seconds(2)) == [
                .tell(.copied(session: "/r/b", left: 1)), Self.copy(besides: ["/r/a"]),
            ])
        #expect(schedule.observe(.ended(.nothing), at: .seconds(3)) == [] && schedule.waiting == 1)
        #expect(schedule.observe(Self.tick(), at: .seconds(60)) == [])
        #expect(schedule.observe(Self.tick(), at: .seconds(61)) == [Self.copy()])
    }

    @Test func anotherPlaceIsTriedAtOnce() throws {
        var schedule = BackupSchedule()
        _ = schedule.observe(Self.tick(), at: .zero)
        _ = schedule.observe(.begin(try Self.settings()), at: .zero)
        _ = schedule.observe(.ended(.failed(session: nil, reason: "x")), at: .seconds(1))
        let other = try Self.settings { $0.to = try? RemotePath(parsing: "other:") }
        #expect(schedule.observe(.begin(other), at: .seconds(2)) == [Self.copy()])
        #expect(schedule.observe(.begin(other), at: .seconds(3)) == [])
        #expect(schedule.observe(.close, at: .seconds(4)) == [.stop])
        #expect(schedule.observe(.ended(.nothing), at: .seconds(5)) == [])
    }
}
