import CommandLine
import DualCamEditing
import DualCamProcess
import DualCamRecordings
import DualCamSession
import Soup

/// The routes that start `audit`, `recover` and `proxy` jobs, list all jobs and cancel them.
enum JobRoutes {
    static let all = [audit, recover, proxy, proxies, jobs, job, cancel]

    private static let audit = TableRoute.work(
        .audit, "prove from the ledger that a session's files are complete, like 'dualcam audit'")

    private static let recover = TableRoute.work(
        .recover, "finish a session that a crash interrupted, like 'dualcam recover'")

    private static let proxy = TableRoute(
        method: .post, path: "/api/v1/sessions/{session}/proxy", name: "proxy",
        summary: "make a copy of a file that every browser plays: H.264 and AAC in MP4, at most 1280 pixels wide",
        arguments: Schema.arguments(
            ["file": Schema.text.explained("The name of the file.")], example: ["file": "take_back.mov"]),
        success: [.begun], refusals: TableRoute.workRefusals + [422], isTold: true
    ) { call throws(RouteRefusal) in
        guard let file = try call.arguments(["file"])["file"]?.text else {
            throw RouteRefusal(.control(.badRequest), "The file is missing.", advice: "Send {\"file\": \"...\"}.")
        }
        return .begun(try await call.library.start(.init(.proxy, call["session"], file: file)))
    }

    private static let proxies = TableRoute.file(
        "/api/v1/sessions/{session}/proxies/{file}", name: "proxies", "the copy that 'proxy' has made of a file",
        types: ["video/mp4"], refusals: [409], isSaved: false
    ) { call throws(RouteRefusal) in
        try await call.library.proxy(of: call["file"], in: call["session"])
    }

    private static let jobs = TableRoute(
        path: "/api/v1/jobs", name: "jobs",
        summary: "the jobs that run, wait, or ended recently",
        success: [.json("The jobs, in the order of their requests.", "Jobs")], refusals: [404]
    ) { call throws(RouteRefusal) in
        let jobs = JSONValue.array(try call.library.jobs.map { $0.told(to: call.role).json })
        return WebResponse(200, ["jobs": jobs, "works": jobs])
    }

    private static let job = TableRoute(
        path: "/api/v1/jobs/{job}", name: "job", summary: "the state of a job",
        success: [.json("The job, as in the event 'job'.", "JobAnswer")]
    ) { call throws(RouteRefusal) in
        guard let job = try call.library.jobs.first(where: { "\($0.id)" == call["job"] }) else { throw .notFound }
        return .job(job.told(to: call.role))
    }

    private static let cancel = TableRoute(
        method: .delete, path: "/api/v1/jobs/{job}", name: "cancel",
        summary: "cancel a job; a job that has ended stays as it is",
        success: [.json("The job, as in the event 'job'.", "JobAnswer")], isTold: true
    ) { call throws(RouteRefusal) in
        guard let id = Int(call["job"]), let job = try call.library.cancel(id) else { throw .notFound }
        return .job(job)
    }

    /// The paths of jobs in earlier versions, which answer with the new ones. They will be removed in a later version.
    static let moved: [TableRoute] = [
        moved(.get, "/api/v1/work"), moved(.get, "/api/v1/work/{job}"), moved(.delete, "/api/v1/work/{job}"),
    ]

    private static func moved(_ method: TableRoute.Method, _ path: String) -> TableRoute {
        TableRoute(
            method: method, path: path, name: "moved", summary: "the former path of jobs", query: nil, success: [],
            refusals: [308]
        ) { call throws(RouteRefusal) in
            let path = ["/api/v1/jobs", call["job"]].filter { !$0.isEmpty }.joined(separator: "/")
            throw RouteRefusal(.moved(path), "The path of jobs is different now.", advice: "Use \(path).")
        }
    }
}

extension WebResponse {
    /// Returns a response that describes a job. Its member `work` is the former name of `job`, for clients of earlier
    /// versions.
    static func job(_ job: Job, status: Int = 200) -> WebResponse {
        WebResponse(status, ["job": job.json, "work": job.json])
    }

    /// Returns the response to a request that has started a job, or that asks for one that already exists.
    static func begun(_ job: Job) -> WebResponse { .job(job, status: 202) }
}

extension TableRoute {
    fileprivate static let workRefusals = [409, 413, 415, 500, 503]
    /// The maximum size in bytes of a request with a document. The subtitles of ten hours, or about ten thousand cuts,
    /// fit into it.
    private static let mostOfDocuments = 1 << 20

    /// Creates a route that starts a job on a session, like the `dualcam` command of the same name.
    /// - Parameters:
    ///   - options: the options of that command that clients may send.
    ///   - required: the names of the options that must be given.
    ///   - naming: the options whose values name parts of the session.
    ///   - complete: checks the job request, or adds data to it that clients do not send, such as settings.
    static func work(
        _ kind: Job.Kind, _ summary: String, _ options: [ArgumentUsage] = [], required: [String] = [],
        naming: [String: PartNames] = [:], example: JSONValue = [:],
        complete: @escaping @Sendable (RouteCall, inout Job.Order) throws(RouteRefusal) -> Void = { _, _ in }
    ) -> TableRoute {
        let arguments = options.map(JobArgument.init)
        let documents = arguments.filter(\.isDocument).map(\.name)
        return TableRoute(
            method: .post, path: "/api/v1/sessions/{session}/\(kind.rawValue)", name: kind.rawValue, summary: summary,
            arguments: arguments.schema(required: required, example: example),
            mostOfBody: documents.isEmpty ? nil : mostOfDocuments, success: [.begun],
            refusals: workRefusals + (arguments.isEmpty ? [] : [422]), isTold: true
        ) { call throws(RouteRefusal) in
            let given = try call.arguments(arguments.map(\.name), documents: documents)
            for argument in arguments { try argument.check(given, isRequired: required.contains(argument.name)) }
            var order = Job.Order(kind, call["session"], arguments: arguments.isEmpty ? .null : given)
            order.extractTexts(documents)
            order.show(arguments.filter { !$0.isWritten }.map(\.name))
            try complete(call, &order)
            let parts = naming.sorted { $0.key < $1.key }.flatMap { $0.value.parts($0.key, in: given) }
            return .begun(try await call.library.start(order, naming: parts))
        }
    }

    /// Creates a route that starts a job that makes new files from a session. Its arguments are all options of the
    /// `dualcam` command of the same name that clients may give.
    static func making(
        _ kind: RenderOrder.Kind, _ summary: String, required: [String] = [], naming: [String: PartNames] = [:],
        example: JSONValue
    ) -> TableRoute {
        work(
            Job.Kind(kind), summary, kind.options, required: required, naming: naming, example: example
        ) { (call, order) throws(RouteRefusal) in
            do throws(CommandFailure) {
                _ = try RenderOrder(kind, of: call["session"], order.arguments, texts: order.texts).command()
            } catch {
                let told = error.forInterface
                throw RouteRefusal(.control(.badValue), told.message, advice: told.advice)
            }
        }
    }
}

extension TableRoute.Success {
    static let begun = TableRoute.Success.json(
        "The job was started, waits for its turn, or is already running; the event 'job' reports its progress.",
        "JobAnswer", status: 202)
}

extension Job.Order {
    /// Moves the documents in the request's arguments to `texts`. Each argument keeps only its document's length.
    fileprivate mutating func extractTexts(_ names: [String]) {
        guard let members = arguments.members else { return }
        for member in members where names.contains(member.key) { texts[member.key] = member.value.text }
        arguments = .object(
            members.map { member in
                guard let text = texts[member.key] else { return member }
                return .init(member.key, ["bytes": .count(text.utf8.count)])
            })
    }

    /// Makes the job request's arguments with these names visible to viewers.
    fileprivate mutating func show(_ names: [String]) {
        guard let members = arguments.members else { return }
        shown = .object(members.filter { names.contains($0.key) })
    }
}
