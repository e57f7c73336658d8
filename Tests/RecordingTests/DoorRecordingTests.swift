import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// Commands from outside while it records.
    @Suite(.serialized) struct Doors {
        /// What the clients of one recording have heard.
        private struct Heard: Sendable {
            var curl: [String] = []
            var python = ""
            var supervisor = ""
        }

        private static let script = """
            import asyncio, json, sys, websockets
            async def main():
                async with websockets.unix_connect(sys.argv[1], "ws://localhost/api/v1/events") as socket:
                    kinds = {}
                    while not {"state", "status", "marked"} <= kinds.keys():
                        message = json.loads(await asyncio.wait_for(socket.recv(), 10))
                        if message["event"] == "status" and not "asked" in kinds:
                            kinds["asked"] = await socket.send('{"id": 1, "command": "mark", "arguments": {"text": "two"}}')
                        if "event" in message: kinds.setdefault(message["event"], message)
                    print(kinds["state"]["phase"], kinds["marked"]["text"], sorted(kinds["status"].keys())[:2])
            asyncio.run(main())
            """

        private static func visit(_ socket: String) async -> Heard {
            var heard = Heard()
            let base = "http://localhost/api/v1/"
            let json = ["-H", "Content-Type: application/json", "-d"]
            let requests = [
                [base + "state"], [base + "commands/layout"] + json + ["{}"], [base + "commands/resume", "-X", "POST"],
                [base + "commands/mark"] + json + [#"{"text":"one"}"#],
            ]
            for words in requests {
                let output = try? await Tool.run(
                    "/usr/bin/curl", ["-sS", "-m", "5", "-w", " %{http_code}", "--unix-socket", socket] + words)
                heard.curl.append(output?.text ?? "")
            }
            let process = socket.split(separator: "-").last?.prefix { $0.isNumber } ?? ""
            heard.supervisor = (try? String(contentsOfFile: "/proc/\(process)/cmdline", encoding: .utf8)) ?? ""
            heard.python = (try? await Tool.run("/usr/bin/python3", ["-c", script, socket]).text) ?? ""
            return heard
        }

        @Test func theSocketAnswersWhileItRecords() async throws {
            let visits = Lock((socket: String?.none, visit: Task<Heard, Never>?.none))
            let recording = try await Recorder(
                pipeline: """
                    name: doors
                    cameras: {back: {device: test, size: 320x180, rate: 15}}
                    microphone: test
                    encoders: {default: {use: x264, preset: ultrafast}}
                    """, arguments: ["--duration", "6s"],
                watch: { event in
                    visits.with { visits in
                        if event.event == "control" { visits.socket = event.socket }
                        guard event.event == "recording", let socket = visits.socket else { return }
                        visits.visit = Task { await Self.visit(socket) }
                    }
                }
            ).record()
            #expect(recording.code == 0, "\(recording.errors)")
            let socket = try #require(visits.with { $0.socket })
            let heard = try #require(await visits.with { $0.visit }?.value)
            try #require(heard.curl.count == 4)
            #expect(
                heard.curl[0].hasPrefix(#"{"name":"doors","phase":"recording","folder":"\#(recording.folder.path)/"#))
            #expect(heard.curl[1].hasSuffix("400") && heard.curl[2].hasSuffix("409") && heard.curl[3].hasSuffix("200"))
            #expect(heard.curl[3].contains(#","text":"one"}"#))
            #expect(heard.supervisor.contains("\0run\0"))
            #expect(
                heard.python == "recording one ['battery', 'event']\n"
                    || heard.python == "recording two ['battery', 'event']\n")
            #expect(!FileManager.default.fileExists(atPath: socket))
            let file = try await Judgement.of([recording.path(".mov")])
            #expect(file.first?.counters?.areConsecutive == true)
        }
    }
}
