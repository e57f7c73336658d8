@testable import DualCamTransfer
import DualCamConfig
import DualCamPlan
import DualCamRecordings
import DualCamSession
import DualCamTestKit
import Soup
import Testing

@testable import DualCamControl

/// Requests for copies of sessions, and the reports about them.
@Suite struct BackupRoutesTests {
    private let recorded: RecordedSessions
    private let gate = Gate()
    private let board = BackupStatusStore()
    private let orders = Lock<[Job.Order]>([])
    private let isMetered = Lock(false)

    init() throws { recorded = try RecordedSessions() }

    private func library() -> DualCamControl.Library {
        DualCamControl.Library(recorded.folder.path, backups: board) { [gate, orders] _ in
            LibraryTools(
                work: { order, report in
                    orders.with { $0.append(order) }
                    _ = report(.init(40, left: 2.5, speed: 1200, slowed: .disk))
                    gate.wait()
                    return report(.init(60))
                        ? .done(["to": "nas:films/take", "files": 4, "copied": 4, "bytes": 9]) : .failed("Killed.")
                }, isMetered: { [isMetered] in isMetered.with { $0 } }, delete: { _ in nil }
            ) { _, _ in .failed }
        }
    }

    private func set(_ change: (inout Backup) -> Void = { _ in }) throws {
        var backup = Backup()
        backup.to = try RemotePath(parsing: "nas:films")
        change(&backup)
        board.state = BackupState(backup, isScheduled: true)
    }

    private func send(
        _ method: String, _ path: String, to library: DualCamControl.Library?,
        _ phase: ControlState.Phase = .standby, body: String = ""
    ) async -> (status: Int, json: JSONValue?) {
        let routes = ControlRoutes(
            FakeController(phase), AccessRules(), snapshots: SnapshotLimiter(), library: library)
        let fields = [WebField("content-type", "application/json")]
        let head = WebHead(method, path: "/api/v1/" + path, fields: fields)
        let response = await routes.response(to: WebRequest(head, body: Array(body.utf8)))
        return (response.status, JSONValue(ifJSON: String(decoding: response.body, as: UTF8.self)))
    }

    private func last(of library: DualCamControl.Library) async -> Job? {
        for await case .work(let work) in library.news where work.state != .running { return work }
        return nil
    }

    private static let fast = Bitrate(bitsPerSecond: 20_000_000)
    private static let slow = Bitrate(bitsPerSecond: 2_000_000)

    /// The pipeline file's destination, whether something is recorded, and the options of the copy; `nil` if it is
    /// refused.
    @Test(
        arguments: [
            (nil, nil, nil, false, #"{"to":"nas:films"}"#),
            (fast, nil, nil, false, #"{"to":"nas:films","bandwidth":20000000}"#),
            (fast, slow, nil, false, #"{"to":"nas:films","bandwidth":20000000}"#),
            (fast, slow, nil, true, #"{"to":"nas:films","bandwidth":2000000}"#),
            (slow, fast, nil, true, #"{"to":"nas:films","bandwidth":2000000}"#),
            (nil, slow, "back", true, #"{"to":"nas:films","only":["back"],"bandwidth":2000000}"#),
            (fast, nil, nil, true, nil),
        ] as [(Bitrate?, Bitrate?, String?, Bool, String?)])
    func whatTheFileSaysIsDone(
        bandwidth: Bitrate?, beside: Bitrate?, only: String?, isRecording: Bool, arguments: String?
    ) async throws {
        try set { backup in
            (backup.bandwidth, backup.whileRecording) = (bandwidth, beside)
            backup.only = only.map { [OutputName($0)] }
        }
        let library = library()
        let answer = await send("POST", "sessions/take/backup", to: library, isRecording ? .recording : .standby)
        gate.open()
        guard let arguments else {
            #expect(answer.status == 409 && orders.with { $0 } == [])
            let told = answer.json?["error"]
            #expect(
                told?["message"]
                    == "Nothing is copied while something is recorded: backup.while-recording is off.")
            return
        }
        #expect(answer.status == 202)
        #expect(answer.json?["job"]?["arguments"] == (try JSONValue(parsing: arguments)))
        let work = try #require(await last(of: library))
        #expect(work.state == .done && work.result["copied"]?.count == 4)
        #expect(
            orders.with { $0 }.map(\.hidden) == [.init(.backup, "take", arguments: try JSONValue(parsing: arguments))])
    }

    @Test func withoutAPlaceItIsRefused() async throws {
        for state in [BackupState(), BackupState(isScheduled: true)] {
            board.state = state
            let answer = await send("POST", "sessions/take/backup", to: library())
            #expect(answer.status == 409)
            let told = answer.json?["error"]
            #expect(told?["message"] == "The pipeline file does not say where sessions are copied to.")
            #expect(
                told?["advice"] == "Write 'backup: {to: nas:recordings}' into it, on the machine that records.")
        }
        try set()
        #expect(await send("POST", "sessions/none/backup", to: library()).status == 404)
        #expect(await send("POST", "sessions/take/backup", to: library(), body: #"{"to":"/etc"}"#).status == 400)
        #expect(await send("POST", "sessions/take/backup", to: nil).status == 404)
        recorded.folder.write("", to: "take/UNFINISHED")
        #expect(await send("POST", "sessions/take/backup", to: library()).status == 409)
        #expect(orders.with { $0 } == [])
    }

    /// On a metered network, a copy is refused unless the pipeline file allows it.
    @Test(
        arguments: [
            (true, "nas:films", false, 409), (true, "nas:films", true, 202), (true, "/mnt/nas", false, 202),
            (false, "nas:films", false, 202),
        ])
    func aMeteredNetworkIsLeftAlone(isMetered: Bool, to: String, isWanted: Bool, status: Int) async throws {
        self.isMetered.with { $0 = isMetered }
        try set { backup in
            backup.to = try? RemotePath(parsing: to)
            backup.metered = isWanted
        }
        gate.open()
        let answer = await send("POST", "sessions/take/backup", to: library())
        #expect(answer.status == status)
        guard status == 409 else { return }
        let told = answer.json?["error"]
        #expect(told?["message"] == "The network is metered, and backup.metered is off.")
        #expect(
            told?["advice"] == "Ask again on another network, or write 'metered: on' into the section 'backup'.")
        #expect(orders.with { $0 } == [])
    }

    /// Each change is sent as an event with the same content as the answer to a request, so clients need not poll.
    @Test func changesAreEvents() async throws {
        let library = library()
        var news = library.news.makeAsyncIterator()
        try set()
        let told = await send("GET", "backups", to: library).json
        let first = try #require(await news.next())
        #expect(first == .backups)
        let line = try #require(library.lines(of: first, for: .viewer).first.flatMap { JSONValue(ifJSON: $0) })
        #expect(line.members == [.init("event", "backups")] + (told?.members ?? []) && line["to"] == "nas:films")
        _ = await send("POST", "sessions/take/backup", to: library)
        let work = try #require(await news.next())
        let lines = library.lines(of: work, for: .viewer).compactMap { JSONValue(ifJSON: $0)?["event"]?.text }
        #expect(lines == ["job", "work", "backups"])
        gate.open()
    }

    /// A second request gets the same job, and the session cannot be deleted meanwhile.
    @Test func oneIsCopiedOnce() async throws {
        try set()
        let library = library()
        let first = await send("POST", "sessions/take/backup", to: library)
        try set { $0.bandwidth = Self.slow }
        let again = await send("POST", "sessions/take/backup", to: library)
        #expect(again.status == 202 && again.json?["job"]?["id"] == first.json?["job"]?["id"])
        #expect(await send("POST", "sessions/take/delete", to: library).status == 409)
        gate.open()
        #expect(await last(of: library)?.state == .done && orders.with { $0.count } == 1)
    }

    /// A recording has priority: a copy that is faster than allowed beside it is stopped.
    @Test(arguments: [(nil, true), (slow, false), (Bitrate(bitsPerSecond: 1_000_000), true)] as [(Bitrate?, Bool)])
    func aRecordingComesFirst(beside: Bitrate?, isEnded: Bool) async throws {
        try set { ($0.bandwidth, $0.whileRecording) = (Self.slow, beside) }
        let library = library()
        _ = await send("POST", "sessions/take/backup", to: library)
        library.note(.event(SessionEvent(.countdown(3), unixNanoseconds: 0, runningTime: nil)), isLookedAt: false)
        gate.open()
        let work = try #require(await last(of: library))
        #expect(work.state == (isEnded ? .failed : .done) && work.error == (isEnded ? "A recording began." : nil))
    }

    @Test func nothingIsToldWhereNothingIsCopied() async throws {
        let nothing = await send("GET", "backups", to: library())
        #expect(
            nothing.json
                == [
                    "to": .null, "publishes-to": .null, "by-itself": .null, "looked": .null, "waiting": .null,
                    "waiting-count": .null,
                    "copying": .array([]), "failed": .array([]),
                ])
        #expect(await send("GET", "backups", to: nil).status == 404)
    }

    /// A session that was copied meanwhile is no longer in the list.
    @Test func itIsToldWhatWaitsAndWhatFailed() async throws {
        try set { $0.when = .night }
        var state = board.state
        (state.waiting, state.waitingCount, state.looked) = (["take", "other"], 7, 1_000_000_000)
        state.copying = .init(session: "first", progress: .init(12, left: 4, speed: 3000, slowed: .processor))
        state.failed = [
            .init(session: nil, message: "The place is gone.", again: 60_000_000_000),
            .init(session: "b", message: "It is full.", again: 120_000_000_000),
        ]
        board.state = state
        let library = library()
        _ = await send("POST", "sessions/take/backup", to: library)
        while library.jobs.first?.progress.percent != 40 { await Task.yield() }
        let told = await send("GET", "backups", to: library)
        #expect(told.json?["to"] == "nas:films" && told.json?["by-itself"] == "night")
        #expect(told.json?["looked"] == "1970-01-01T00:00:01.000Z")
        #expect(told.json?["waiting"] == ["take", "other"] && told.json?["waiting-count"] == 7)
        #expect(
            told.json?["copying"]
                == [
                    [
                        "session": "first", "percent": 12, "speed": 3000, "left": 4, "slowed": "processor",
                        "job": .null, "work": .null,
                    ],
                    [
                        "session": "take", "percent": 40, "speed": 1200, "left": .number(2.5), "slowed": "disk",
                        "job": 1, "work": 1,
                    ],
                ])
        #expect(
            told.json?["failed"]
                == [
                    ["session": .null, "message": "The place is gone.", "again": "1970-01-01T00:01:00.000Z"],
                    ["session": "b", "message": "It is full.", "again": "1970-01-01T00:02:00.000Z"],
                ])
        gate.open()
        _ = await last(of: library)
        let after = await send("GET", "backups", to: library)
        #expect(after.json?["waiting"] == ["other"] && after.json?["waiting-count"] == 6)
    }
}
