import DualCamSession
import Soup

/// The routes to the copies of sessions at another place.
enum BackupRoutes {
    static let all = [backups, backUp]

    private static let backups = TableRoute(
        path: "/api/v1/backups", name: "backups",
        summary: "what waits to be copied to another place, what is copied now, and what failed",
        success: [.json("As the pipeline file's section 'backup' has it.", "Backups")], refusals: [404]
    ) { call throws(RouteRefusal) in WebResponse(200, try call.theLibrary.backups) }

    private static let backUp = TableRoute(
        method: .post, path: "/api/v1/sessions/{session}/backup", name: "backup",
        summary:
            "copies a finished session to the place that the pipeline file's section 'backup' names, as 'dualcam backup' does",
        arguments: ActionRoutes.arguments([], example: [:]), success: [.begun],
        refusals: [409, 413, 415, 500, 503], isTold: true
    ) { call throws(RouteRefusal) in
        _ = try call.arguments([])
        let (library, session) = (try call.theLibrary, call["session"])
        let arguments = try library.backupArguments(isRecording: await call.isRecording)
        try await library.checkNetwork()
        let same = library.works.first {
            $0.order.kind == .backup && $0.order.session == session && $0.state == .running
        }
        if let same { return WebResponse(202, ["work": same.json]) }
        let work = try await library.start(.init(.backup, session, arguments: arguments))
        // A recording that began before the work was there has not ended it.
        if await call.isRecording { library.endFastCopies() }
        return WebResponse(202, ["work": (library.works.first { $0.id == work.id } ?? work).json])
    }
}

extension RouteCall {
    fileprivate var isRecording: Bool { get async { await routes.controller.state().phase != .standby } }
}

extension Library {
    /// What `dualcam backup` is given: `to`, `only` (outputs) and `bandwidth` (bits a second), where there is such.
    ///
    /// - Throws: `not-now` where the pipeline file names no place, or nothing is to be copied beside a recording.
    fileprivate func backupArguments(isRecording: Bool) throws(RouteRefusal) -> JSONValue {
        guard let settings = backupBoard.state.settings else {
            throw RouteRefusal(
                .control(.notNow), "The pipeline file does not say where sessions are copied to.",
                advice: "Write 'backup: {to: nas:recordings}' into it, on the machine that records.")
        }
        if isRecording, settings.whileRecording == nil {
            throw RouteRefusal(
                .control(.notNow), "Nothing is copied while something is recorded: backup.while-recording is off.",
                advice: "Ask when the recording is over.")
        }
        let limits = [settings.bandwidth, isRecording ? settings.whileRecording : nil].compactMap(\.self)
        var members: [JSONValue.Member] = [.init("to", .string(settings.to))]
        if !settings.only.isEmpty { members.append(.init("only", .array(settings.only.map(JSONValue.string)))) }
        if let limit = limits.min() { members.append(.init("bandwidth", .count(limit))) }
        return .object(members)
    }

    /// - Throws: `not-now` where sending to the place costs money, and the pipeline file does not say that it may.
    fileprivate func checkNetwork() async throws(RouteRefusal) {
        guard let settings = backupBoard.state.settings, settings.isRemote, !settings.usesMetered, await isMetered()
        else { return }
        throw RouteRefusal(
            .control(.notNow), "The network is metered, and backup.metered is off.",
            advice: "Ask again on another network, or write 'metered: on' into the section 'backup'.")
    }

    /// Ends what is copied faster than may be while something is recorded.
    func endFastCopies() {
        let limit = backupBoard.state.settings?.whileRecording ?? 0
        for work in works where work.order.kind == .backup && work.state == .running {
            let bandwidth = work.order.arguments["bandwidth"]?.count
            if bandwidth.map({ $0 > limit }) ?? true { end(work.id, because: "A recording began.") }
        }
    }

    /// The events of WebSockets that tell the news.
    func lines(of news: LibraryNews) -> [String] {
        let backups = { JSONValue.object([.init("event", "backups")] + (self.backups.members ?? [])).line }
        return switch news {
        case .work(let work): [work.line] + (work.order.kind == .backup ? [backups()] : [])
        case .backups: [backups()]
        case .notDeleted: []
        }
    }

    /// Keys: `to`, `publishes-to`, `by-itself`, `looked`, `waiting`, `waiting-count`, `copying`, `failed`.
    fileprivate var backups: JSONValue {
        let state = backupBoard.state
        let copies = works.filter { $0.order.kind == .backup }
        let done = Set(copies.filter { $0.state == .done }.compactMap(\.order.session))
        let waiting = state.waiting?.filter { !done.contains($0) }
        let gone = (state.waiting?.count ?? 0) - (waiting?.count ?? 0)
        let scheduled = state.copying.map { $0.json(work: nil) }
        let asked = copies.filter { $0.state == .running }.map { work in
            BackupState.Copy(
                session: work.order.session ?? "", percent: work.progress.percent, speed: work.progress.speed,
                left: work.progress.left, slowed: work.progress.slowed
            ).json(work: work.id)
        }
        return [
            "to": .text(state.settings?.to), "publishes-to": .text(state.publishing?.to),
            "by-itself": state.isScheduled ? .text(state.settings?.when) : .null,
            "looked": .text(state.looked.map(WallTime.iso8601)),
            "waiting": waiting.map { .array($0.map(JSONValue.string)) } ?? .null,
            "waiting-count": .count(state.waitingCount.map { max(0, $0 - gone) }),
            "copying": .array((scheduled.map { [$0] } ?? []) + asked),
            "failed": .array(state.failed.map(\.json)),
        ]
    }
}

extension BackupState.Copy {
    /// - Parameter work: its number, where somebody has asked for it.
    fileprivate func json(work: Int?) -> JSONValue {
        [
            "session": .string(session), "percent": .count(percent), "speed": .count(speed), "left": .ratio(left),
            "slowed": .text(slowed?.rawValue), "work": .count(work),
        ]
    }
}

extension BackupState.Failure {
    fileprivate var json: JSONValue {
        [
            "session": .text(session), "message": .string(message), "again": .string(WallTime.iso8601(again)),
        ]
    }
}

/// The JSON Schemas of it.
enum BackupSchemas {
    static var all: [JSONValue.Member] {
        let (text, whole): (JSONValue, JSONValue) = (["type": "string"], ["type": "integer"])
        let maybe = { (type: String) in InterfaceSchemas.orNull(type) }
        let copy = InterfaceSchemas.object([
            .init("session", text), .init("percent", maybe("integer")),
            .init("speed", ["type": ["integer", "null"], "description": "Bytes a second."]),
            .init("left", ["type": ["number", "null"], "description": "The seconds that it still takes."]),
            .init("slowed", WorkSchemas.slowed),
            .init(
                "work", ["type": ["integer", "null"], "description": "The work by which somebody has asked for it."]),
        ])
        let failure = InterfaceSchemas.object([
            .init("session", ["type": ["string", "null"], "description": "Null: the place cannot be used."]),
            .init("message", text), .init("again", ["type": "string", "description": "When it is tried again (UTC)."]),
        ])
        let backups = InterfaceSchemas.object(
            [
                .init("to", ["type": ["string", "null"], "description": "The place; null: nothing is copied."]),
                .init(
                    "publishes-to",
                    [
                        "type": ["string", "null"],
                        "description": "The service to which 'publish' hands sessions over; null: there is none.",
                    ]),
                .init(
                    "by-itself",
                    [
                        "type": ["string", "null"],
                        "description": "When sessions are copied by themselves; null: when somebody asks for it.",
                    ]),
                .init("looked", ["type": ["string", "null"], "description": "When was looked for what waits (UTC)."]),
                .init(
                    "waiting",
                    [
                        "type": ["array", "null"], "items": text,
                        "description": .string(
                            "Sessions that were not copied then, the oldest first, at most \(BackupState.mostNamed)."),
                    ]),
                .init("waiting-count", maybe("integer")), .init("copying", ["type": "array", "items": copy]),
                .init("failed", ["type": "array", "items": failure]),
            ], isOpen: true)
        let result = InterfaceSchemas.object([
            .init("to", text), .init("files", whole),
            .init("copied", ["type": "integer", "description": "Of the files, those that were not there."]),
            .init("bytes", whole),
        ])
        return [.init("Backups", backups), .init("BackupResult", result)]
    }
}
