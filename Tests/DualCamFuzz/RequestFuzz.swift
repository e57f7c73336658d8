import Dispatch
import DualCamPlan
import Glibc
import Soup
import Synchronization

@testable import DualCamControl
@testable import DualCamRecordings
@testable import DualCamSession

/// The fuzz target for requests to the HTTP interface. The input is text: a line with method and path, a line for each
/// header, an empty line, and the body.
enum RequestFuzz {
    private static let manifest = """
        {"format":1,"name":"x","state":"finished","start":{"time":"2026-11-23T14:21:56.908Z","running-time":0},"outputs":[\
        {"output":"back","rate":"30/1","finished":true,"files":[{"file":"take_back.mov","output":"back","segment":0,"part":0,\
        "finished":true,"size":4,"duration":4.0,"frames":120,"start":0.5,"end":4.5}]}],"ledger":[]}
        """
    private static let secret = "a secret that lies outside of every session"

    static func run(_ bytes: [UInt8], in folder: String) {
        prepare(folder)
        guard let request = request(bytes) else { return }
        var rules = AccessRules()
        (rules.token, rules.hasViewers) = (AccessToken("0123456789abcdef"), true)
        let routes = ControlRoutes(
            StillController(), rules, snapshots: SnapshotLimiter(), library: Library(folder + "/sessions"))
        var open = request
        open.head.fields += [WebField("host", "localhost"), WebField("authorization", "Bearer 0123456789abcdef")]
        for request in [request, open] {
            if let refusal = routes.refusal(of: request.head) {
                precondition((400..<500).contains(refusal.status), "a refusal with another status")
                continue
            }
            let body = answer(to: request, routes)
            precondition(!body.contains(secret), "what lies outside is sent")
        }
    }

    private static func answer(to request: WebRequest, _ routes: ControlRoutes) -> String {
        let body = Mutex("")
        let isDone = DispatchSemaphore(value: 0)
        Task {
            let response = await routes.response(to: request)
            precondition((200..<600).contains(response.status), "no status of HTTP")
            var bytes = response.body
            if let source = response.content?.source {
                bytes = await source.bytes(at: 0, count: Int(min(source.length, 1 << 20))) ?? []
            }
            body.withLock { $0 = String(decoding: bytes, as: UTF8.self) }
            isDone.signal()
        }
        isDone.wait()
        return body.withLock { $0 }
    }

    private static func request(_ bytes: [UInt8]) -> WebRequest? {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        let words = (lines.first ?? []).split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
        guard words.count == 2 else { return nil }
        let heads = lines.dropFirst().prefix { !$0.isEmpty }
        let fields = heads.prefix(20).map { line -> WebField in
            let parts = line.split(separator: 0x3A, maxSplits: 1).map { String(decoding: $0, as: UTF8.self) }
            return WebField(parts.first?.lowercased() ?? "", parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "")
        }
        let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        // A path ends at its first zero byte, as in C.
        let path = String(target[0].prefix { $0 != "\0" })
        let head = WebHead(words[0], path: path, query: target.count > 1 ? target[1] : nil, fields: fields)
        return WebRequest(head, body: Array(lines.dropFirst(heads.count + 2).joined(separator: [0x0A])))
    }

    private static func prepare(_ folder: String) {
        let session = folder + "/sessions/take"
        guard access(session + "/session.json", F_OK) != 0 else { return }
        for path in [folder + "/sessions", session] { mkdir(path, 0o700) }
        let files = [(session + "/session.json", manifest), (session + "/take_back.mov", "take")]
        for (path, text) in files + [(folder + "/secret.mov", secret), (session + "/unlisted.mov", secret)] {
            guard let stream = fopen(path, "w") else { return }
            fputs(text, stream)
            fclose(stream)
        }
    }
}

/// A controller that accepts every command and has no picture.
private struct StillController: SessionController {
    func state() async -> ControlState {
        ControlState(name: "x", phase: .standby, folder: nil, runningTime: nil, status: nil, settings: [])
    }

    func perform(_ command: ControlCommand) async throws(ControlRefusal) -> ControlAnswer { ControlAnswer(at: nil) }

    func snapshot(of output: OutputNameWord, as format: Snapshot.Format) async throws(ControlRefusal) -> Snapshot {
        throw ControlRefusal(.notNow, "There is none.", advice: "Ask again.")
    }

    func preview(_ request: PreviewRequest) async throws(ControlRefusal) -> AsyncStream<PreviewItem> {
        throw ControlRefusal(.notNow, "There is none.", advice: "Ask again.")
    }

    func warn(_ code: SessionEvent.WarningCode, _ message: String) async {}

    func news() async -> AsyncStream<ControlNews> { AsyncStream { $0.finish() } }
}
