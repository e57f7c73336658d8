@testable import DualCamConfig
import DualCamPlan
import DualCamRecordings
import DualCamTestKit
import Foundation
import Testing

@testable import DualCamControl

/// Previews over real WebSockets, with frames from the test.
@Suite struct PreviewTests {
    private static let description = PreviewItem.description(
        PreviewDescription(size: FrameSize(width: 640, height: 360), rate: FrameRate(30), codec: "avc1.42c01e"))

    private static func frame(_ number: UInt32, isKey: Bool) -> PreviewItem {
        .frame(
            PreviewFrame(
                sequence: number, isKey: isKey, at: RunningTime(nanoseconds: Int64(number)), bytes: [0, 0, 1, 9]))
    }

    /// A Python client that prints each message. It acknowledges frames up to the number in its third argument, and
    /// ends after the frame in its fourth, or when nothing more arrives.
    private static let client = """
        import asyncio, json, struct, sys, websockets
        async def main():
            path, query, most, last = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
            async with websockets.unix_connect(path, "ws://localhost/api/v1/preview?" + query) as socket:
                try:
                    while True:
                        message = await asyncio.wait_for(socket.recv(), 60)
                        if isinstance(message, str):
                            print(message, flush=True)
                            continue
                        version, flags, zero, number, time = struct.unpack(">BBHIQ", message[:16])
                        print(version, flags, zero, number, time, message[16:].hex(), flush=True)
                        if number <= most:
                            await socket.send(json.dumps({"ack": number}))
                        if number == last:
                            return
                except websockets.exceptions.ConnectionClosed as error:
                    print("closed", error.code)
        asyncio.run(main())
        """

    private static func watch(_ test: TestEndpoints, _ query: String, acknowledging most: Int, until last: Int)
        async throws
        -> [String]
    {
        let socket = try #require(test.endpoints.address.socket)
        let words = ["PATH=/usr/bin", "python3", "-c", client, socket, query, "\(most)", "\(last)"]
        return try await Program.run(words).text.split(separator: "\n").map(String.init)
    }

    private static func awaitPreviews(_ test: TestEndpoints, _ count: Int) async -> Bool {
        // A generous time limit: Python starts in less than a second on an idle machine.
        let deadline = ContinuousClock.now + .seconds(60)
        while await test.controller.previews.count != count, ContinuousClock.now < deadline { await Task.yield() }
        return await test.controller.previews.count == count
    }

    /// Two sizes are two previews. A client that joins one of them later gets its group of pictures at once.
    @Test func watchersShareAPreview() async throws {
        let test = try await TestEndpoints()
        async let first = Self.watch(test, "source=back&width=640", acknowledging: 99, until: 3)
        async let other = Self.watch(test, "source=back&width=320", acknowledging: 99, until: 3)
        #expect(await Self.awaitPreviews(test, 2))
        for item in [Self.description, Self.frame(0, isKey: true), Self.frame(1, isKey: false)] {
            await test.controller.show(item)
        }
        async let late = Self.watch(test, "source=back&width=640", acknowledging: 99, until: 1)
        let described = #"{"source":"back","width":640,"height":360,"frame-rate":30.0,"codec":"avc1.42c01e"}"#
        #expect(try await late == [described, "1 1 0 0 0 00000109", "1 0 0 1 1 00000109"])
        for number: UInt32 in 2...3 { await test.controller.show(Self.frame(number, isKey: false)) }
        let frames = (0...3).map { "1 \($0 == 0 ? 1 : 0) 0 \($0) \($0) 00000109" }
        #expect(try await first == [described] + frames)
        #expect(try await other == [described] + frames)
        #expect(await test.controller.previewed.map(\.width.rawValue).sorted() == [320, 640])
        // Without clients, nothing is encoded.
        #expect(await Self.awaitPreviews(test, 0))
        await test.endpoints.close()
    }

    @Test func whoIsSlowGoesOnWithTheNewestGroup() async throws {
        let test = try await TestEndpoints()
        // The slow client acknowledges the last of eight frames, after the next group has begun.
        async let slow = Self.watch(test, "source=back&width=640", acknowledging: 0, until: 8)
        #expect(await Self.awaitPreviews(test, 1))
        await test.controller.show(Self.description)
        for number: UInt32 in 0..<12 { await test.controller.show(Self.frame(number, isKey: number % 12 == 0)) }
        let lines = try await slow
        #expect(lines.dropFirst().map { $0.split(separator: " ")[3] } == (0...8).map { "\($0)" })
        await test.endpoints.close()
    }

    @Test func aPreviewThatCannotBeIsRefused() async throws {
        let test = try await TestEndpoints()
        let refused = #"{"error":{"code":"not-now","message":"It is lost.","advice":"Ask again."}}"#
        #expect(
            try await Self.watch(test, "source=front&width=640", acknowledging: 0, until: 0) == [
                refused, "closed 1000",
            ])
        async let watching = Self.watch(test, "source=back&width=640", acknowledging: 0, until: 9)
        #expect(await Self.awaitPreviews(test, 1))
        await test.controller.show(
            .failed(
                GraphFailure(
                    .notNow, picture: .cameraLost, message: "camera back is lost",
                    advice: "Ask again when it has returned.")))
        let ended =
            #"{"error":{"code":"not-now","message":"Camera back is lost.","advice":"Ask again when it has returned.","#
            + #""reason":"camera-lost"}}"#
        #expect(try await watching == [ended, "closed 1000"])
        await test.endpoints.close()
    }

    @Test(arguments: [
        ("", "bad-request"), ("?source=back", "bad-request"), ("?source=back&width=640&width=320", "bad-request"),
        ("?source=back&width=641", "bad-value"), ("?source=back&width=wide", "bad-value"),
        ("?source=back&size=640", "bad-request"), ("?source=back&width=640&format=png", "bad-value"),
        ("?source=back&width=640&format=jpeg&format=h264", "bad-request"),
    ])
    func wrongQueriesAreRefused(_ query: String, _ code: String) async throws {
        let test = try await TestEndpoints()
        let socket = try #require(test.endpoints.address.socket)
        let upgrade = [
            "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: a",
        ]
        let words = ["curl", "-sS", "-m", "120", "--unix-socket", socket] + upgrade.flatMap { ["-H", $0] }
        let answer = try await Program.run(words + ["http://localhost/api/v1/preview" + query])
        #expect(JSONValue(ifJSON: answer.text)?["error"]?["code"]?.text == code, "\(answer.text)")
        await test.endpoints.close()
    }
}
