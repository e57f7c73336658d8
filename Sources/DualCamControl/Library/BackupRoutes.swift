import CommandLine
import DualCamProcess
import DualCamRecordings
import DualCamSession
import DualCamTransfer
import Soup

/// The routes that back up sessions to another disk or server, and publish sessions to a service.
enum BackupRoutes {
    static let all = [backups, backUp, publish]

    private static let backups = TableRoute(
        path: "/api/v1/backups", name: "backups",
        summary: "the sessions that wait to be copied to another place, those that are being copied, and failures",
        success: [.json("The backups that the pipeline file's section 'backup' configures.", "Backups")],
        refusals: [404]
    ) { call throws(RouteRefusal) in WebResponse(200, try call.library.backups) }

    private static let backUp = TableRoute(
        method: .post, path: "/api/v1/sessions/{session}/backup", name: "backup",
        summary:
            "copy a finished session to the place in the pipeline file's section 'backup' and verify the copy, like 'dualcam backup'",
        arguments: Schema.arguments(), success: [.begun],
        refusals: [409, 413, 415, 500, 503], isTold: true
    ) { call throws(RouteRefusal) in
        _ = try call.arguments([])
        let (library, session) = (try call.library, call["session"])
        let arguments = try library.backupArguments(isRecording: await call.isRecording)
        try await library.checkNetwork()
        let same = library.jobs.first {
            $0.order.kind == .backup && $0.order.session == session && $0.state == .running
        }
        if let same { return .begun(same) }
        var order = Job.Order(.backup, session, arguments: arguments)
        // The arguments come from the pipeline file, and `/api/v1/backups` shows them to every client.
        order.shown = arguments
        let work = try await library.start(order)
        // A recording ends fast copies only when it begins. If it began before this job was queued, end the copy here.
        if await call.isRecording { library.endFastCopies() }
        return .begun(library.jobs.first { $0.id == work.id } ?? work)
    }

    /// The route that publishes a session. The only possible service is the one in the pipeline file, so that no client
    /// can have the password sent elsewhere.
    private static let publish = TableRoute.work(
        .publish,
        "publish a finished session on the service in the pipeline file's section 'publish', like 'dualcam publish'",
        PublishCommand.usage.options.filter { ["file", "title", "description", "again"].contains($0.name) },
        // A file name has an extension; the name of an output has none.
        naming: [
            "file": PartNames { text in text.contains(".") || text.contains("/") ? [] : [(.output, text)] }
        ], example: ["file": "front", "title": "Lesson 4"]
    ) { (call, order) throws(RouteRefusal) in
        guard let service = try call.library.backupBoard.state.publishing else {
            throw RouteRefusal(
                .control(.notNow), "The pipeline file does not say to which service sessions are handed over.",
                advice: "Write a section 'publish' into it, on the machine that records.")
        }
        if let path = order.arguments["file"]?.text, path.hasPrefix("/") || path.split(separator: "/").contains("..") {
            throw RouteRefusal(
                .control(.badValue), "'file': it is not in the session's folder.",
                advice: "Name an output, or a file that was made of the session.")
        }
        // The arguments `to` and `bandwidth` come from the pipeline file.
        let first = [JSONValue.Member("to", .string(service.to))]
        let last = service.bandwidth.map { [JSONValue.Member("bandwidth", .count($0))] } ?? []
        order.arguments = .object(first + (order.arguments.members ?? []) + last)
        order.shown = .object(first + (order.shown.members ?? []) + last)
        order.texts = ["user": service.user]
        order.texts["password-file"] = service.passwordFile
    }
}

extension Library {
    /// Returns the arguments for `dualcam backup` from the pipeline file: `to`, `only` (outputs) and `bandwidth` (bits
    /// per second). Settings that are missing from the pipeline file are omitted.
    ///
    /// - Throws: `not-now` if the pipeline file names no destination, or if a recording is running and the pipeline
    ///   file does not allow copying meanwhile.
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

    /// Checks whether backups may use the network.
    ///
    /// - Throws: `not-now` if the network to the destination is metered and the pipeline file does not allow metered
    ///   networks.
    fileprivate func checkNetwork() async throws(RouteRefusal) {
        guard let settings = backupBoard.state.settings, settings.isRemote, !settings.usesMetered, await isMetered()
        else { return }
        throw RouteRefusal(
            .control(.notNow), "The network is metered, and backup.metered is off.",
            advice: "Ask again on another network, or write 'metered: on' into the section 'backup'.")
    }

    /// Cancels the running backups that have no bandwidth limit, or a higher one than `backup.while-recording`, because
    /// a recording has begun.
    func endFastCopies() {
        let limit = backupBoard.state.settings?.whileRecording ?? 0
        for work in jobs where work.order.kind == .backup && work.state == .running {
            let bandwidth = work.order.arguments["bandwidth"]?.count
            if bandwidth.map({ $0 > limit }) ?? true { end(work.id, because: "A recording began.") }
        }
    }

    /// Returns the WebSocket events for a change in the library, as lines of JSON.
    ///
    /// - Parameter role: the role of the clients that will receive the events.
    func lines(of news: LibraryNews, for role: ControlRole) -> [String] {
        let backups = { self.backups.line(ofEvent: "backups") }
        return switch news {
        case .work(let work):
            work.told(to: role).lines + (work.order.kind == .backup ? [backups()] : [])
        case .backups: [backups()]
        case .notDeleted: []
        }
    }

    /// The state of backups as JSON, with the members `to`, `publishes-to`, `by-itself`, `looked`, `waiting`,
    /// `waiting-count`, `copying` and `failed`.
    fileprivate var backups: JSONValue {
        let state = backupBoard.state
        let copies = jobs.filter { $0.order.kind == .backup }
        let done = Set(copies.filter { $0.state == .done }.compactMap(\.order.session))
        let waiting = state.waiting?.filter { !done.contains($0) }
        let gone = (state.waiting?.count ?? 0) - (waiting?.count ?? 0)
        let scheduled = state.copying.map { $0.json(work: nil) }
        let asked = copies.filter { $0.state == .running }.map { work in
            BackupState.Copy(session: work.order.session ?? "", progress: work.progress).json(work: work.id)
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
    /// Returns the backup copy's progress as JSON for clients.
    /// - Parameter work: the number of the job; `nil` if the schedule started the copy.
    fileprivate func json(work: Int?) -> JSONValue {
        [
            "session": .string(session), "percent": .count(progress.percent), "speed": .count(progress.speed),
            "left": .ratio(progress.left), "slowed": .text(progress.slowed?.rawValue), "job": .count(work),
            "work": .count(work),
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
