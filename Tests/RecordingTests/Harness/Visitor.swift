import DualCamRecordings
import DualCamSession
import DualCamTestKit
import Foundation

/// The answer to a control command that was sent with the command line or with curl.
struct ClientAnswer: Sendable {
    var words: [String]
    var code: Int32
    var json: JSONValue
    /// The HTTP status; `nil` if the command was sent with the command line.
    var status: Int?

    var at: Double? { json["at"]?.number }

    var isOfPicture: Bool { Visitor.pictures.contains(words) }
}

/// Directs a recording by its Unix socket: with the command line, with curl, and with a WebSocket in Python.
struct Visitor: Sendable {
    static let pictures = [
        ["layout", "side-by-side"], ["swap"], ["layout", "pip"], ["inset", "top-left", "--size", "60%"],
        ["main", "back"],
        ["zoom", "back", "3"],
    ]
    static let lines =
        pictures + [
            ["control", "back", "brightness", "10"], ["gain", "-6dB"], ["mute"], ["unmute"], ["mark", "one"],
            ["bitrate", "combined", "1Mbps"], ["snapshot", "combined", "-o", "PLACE"], ["pause"], ["resume"], ["split"],
            ["stop"],
        ]

    private static let script = """
        import asyncio, json, sys, websockets
        async def main():
            async with websockets.unix_connect(sys.argv[1], "ws://localhost/api/v1/events") as socket:
                kinds = {}
                while not {"state", "status", "marked"} <= kinds.keys():
                    message = json.loads(await asyncio.wait_for(socket.recv(), 10))
                    if message.get("event") == "status" and not "asked" in kinds:
                        kinds["asked"] = await socket.send('{"id": 1, "command": "mark", "arguments": {"text": "two"}}')
                    if "event" in message: kinds.setdefault(message["event"], message)
                print(kinds["state"]["phase"], kinds["marked"]["text"], sorted(kinds["status"].keys())[:2])
        asyncio.run(main())
        """

    private let socket: String
    private let journal: TemporaryFolder

    init(_ socket: String, _ journal: TemporaryFolder) { (self.socket, self.journal) = (socket, journal) }

    private var environment: [String: String] { TestHome.environment(sockets: journal.path) }

    /// Sends all commands and requests until the recording is over.
    func visit() async -> Recordings.Directing.Heard {
        var heard = Recordings.Directing.Heard()
        let process = socket.split(separator: "-").last?.prefix { $0.isNumber } ?? ""
        heard.supervisor = (try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)) ?? ""
        async let python = Tool.run("/usr/bin/python3", ["-c", Self.script, socket])
        let (told, eventContinuation) = AsyncStream.makeStream(of: String.self)
        let lines = Lines(told)
        async let watched = watch(eventContinuation)
        await lines.until("lesson", times: 1)
        for line in Self.lines {
            if line == ["stop"] {
                let python = try? await python
                heard.python = (python?.text ?? "") + (python?.errors ?? "")
                await lines.until("file-finished", times: 3)
            }
            heard.answers.append(line == ["swap"] ? await post(line) : await direct(line))
        }
        heard.watched = try? await watched
        heard.picture = (FileManager.default.contents(atPath: picture).map { [UInt8]($0) }) ?? []
        return heard
    }

    /// Reads the output of `status --watch` to its end.
    private func watch(_ told: AsyncStream<String>.Continuation) async throws -> Finished {
        defer { told.finish() }
        return try await Child.run(Tool.dualcam, ["status", "--watch"], environment: environment) { line, _ in
            told.yield(line)
        }
    }

    private var picture: String { journal.path + "/shot.png" }

    /// Sends a command with the command line.
    func direct(_ line: [String]) async -> ClientAnswer {
        let words = line.map { $0 == "PLACE" ? picture : $0 } + ["--json"]
        let finished = try? await Child.run(Tool.dualcam, words, environment: environment)
        let json = try? JSONValue(parsing: finished?.text ?? "")
        return ClientAnswer(words: line, code: finished?.code ?? -1, json: json ?? .string(finished?.errors ?? ""))
    }

    private func post(_ line: [String]) async -> ClientAnswer {
        let address = "http://localhost/api/v1/commands/" + line[0]
        let finished = try? await Tool.run(
            "/usr/bin/curl", ["-sS", "-m", "5", "-w", "%{http_code}", "--unix-socket", socket, "-X", "POST", address])
        let text = finished?.text ?? ""
        let json = try? JSONValue(parsing: String(text.dropLast(3)))
        return ClientAnswer(
            words: line, code: finished?.code ?? -1, json: json ?? .string(text), status: Int(text.suffix(3)))
    }
}

/// The lines of `status --watch` as they arrive, for a single reader.
private actor Lines {
    private var lines: AsyncStream<String>.Iterator

    init(_ lines: AsyncStream<String>) { self.lines = lines.makeAsyncIterator() }

    /// Waits for `times` more lines that contain `word`.
    func until(_ word: String, times: Int) async {
        var (lines, left) = (lines, times)
        defer { self.lines = lines }
        while left > 0, let line = await lines.next(isolation: #isolation) { left -= line.contains(word) ? 1 : 0 }
    }
}
