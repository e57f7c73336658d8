import Soup
import Synchronization
import Testing

/// Content of a given length that repeats the alphabet.
private final class Alphabet: WebSource {
    let length: Int64
    /// The number of existing bytes; from there on the content was cut off.
    private let end: Int64
    private let state = Mutex<Int64>(0)

    init(_ length: Int64, cutAt end: Int64? = nil) { (self.length, self.end) = (length, end ?? length) }

    /// The number of bytes that were requested so far.
    var asked: Int64 { state.withLock { $0 } }

    func bytes(at offset: Int64, count: Int) async -> [UInt8]? {
        state.withLock { $0 += Int64(count) }
        guard offset < end else { return nil }
        return Self.bytes(offset..<min(end, offset + Int64(count)))
    }

    static func bytes(_ range: Range<Int64>) -> [UInt8] { range.map { UInt8(ascii: "a") + UInt8($0 % 26) } }

    static func text(_ range: Range<Int64>) -> String { String(decoding: bytes(range), as: UTF8.self) }
}

/// An application that always gives the same content, with the tag `v1`, last changed on 1994-11-06 at 08:49:37.
private struct Library: WebApplication {
    static let validators = WebValidators(tag: "v1", modified: 784_111_777)
    let source: Alphabet

    func refusal(of head: WebHead) -> WebResponse? { nil }

    func response(to request: WebRequest) async -> WebResponse {
        WebResponse(source, type: "video/mp4", Self.validators, to: request.head)
    }

    func response(toExcess status: Int) -> WebResponse { WebResponse(status, type: "text/plain", body: []) }

    func converse(over socket: WebSocket) async {}
}

@Suite struct WebContentTests {
    private static let changed = "Sun, 06 Nov 1994 08:49:37 GMT"
    private static let before = "Sun, 06 Nov 1994 08:49:36 GMT"
    private static let later = "Sun, 06 Nov 1994 08:49:38 GMT"

    /// For content of 26 bytes: the headers, the status and `Content-Range`.
    private static let selections: [([(String, String)], Int, String?)] = [
        ([], 200, nil),
        ([("range", "bytes=0-0")], 206, "bytes 0-0/26"), ([("range", "Bytes=3-")], 206, "bytes 3-25/26"),
        ([("range", "bytes=3-99999999999999999999")], 206, "bytes 3-25/26"),
        ([("range", "bytes=-4")], 206, "bytes 22-25/26"), ([("range", "bytes=-100")], 206, "bytes 0-25/26"),
        ([("range", "bytes=25-")], 206, "bytes 25-25/26"), ([("range", "bytes=26-")], 416, "bytes */26"),
        ([("range", "bytes=99999999999999999999-")], 416, "bytes */26"), ([("range", "bytes=-0")], 416, "bytes */26"),
        ([("range", "bytes=4-3")], 200, nil), ([("range", "bytes=-")], 200, nil), ([("range", "bytes=a-b")], 200, nil),
        ([("range", "bytes=--4")], 200, nil), ([("range", "lines=0-1")], 200, nil), ([("range", "")], 200, nil),
        ([("range", "bytes=0-1,3-4")], 200, nil), ([("range", "bytes=0-1"), ("range", "bytes=3-4")], 200, nil),
        ([("if-none-match", "\"v1\"")], 304, nil), ([("if-none-match", "\"v0\", W/\"v1\"")], 304, nil),
        ([("if-none-match", "*")], 304, nil), ([("if-none-match", "\"v0\"")], 200, nil),
        ([("if-none-match", "v1")], 200, nil), ([("if-none-match", "\"v1")], 200, nil),
        ([("if-none-match", "\"v0\""), ("if-none-match", "\"v1\"")], 304, nil),
        ([("if-none-match", "\"a,b\", \"v1\"")], 304, nil),
        ([("if-none-match", "\"v0\""), ("if-modified-since", changed)], 200, nil),
        ([("if-modified-since", changed)], 304, nil), ([("if-modified-since", before)], 200, nil),
        ([("if-modified-since", "yesterday")], 200, nil),
        ([("if-match", "\"v1\"")], 200, nil), ([("if-match", "*")], 200, nil), ([("if-match", "\"v0\"")], 412, nil),
        ([("if-match", "W/\"v1\"")], 412, nil), ([("if-unmodified-since", changed)], 200, nil),
        ([("if-unmodified-since", before)], 412, nil),
        ([("range", "bytes=0-1"), ("if-range", "\"v1\"")], 206, "bytes 0-1/26"),
        ([("range", "bytes=0-1"), ("if-range", "\"v0\"")], 200, nil),
        ([("range", "bytes=0-1"), ("if-range", "W/\"v1\"")], 200, nil),
        ([("range", "bytes=0-1"), ("if-range", changed)], 206, "bytes 0-1/26"),
        ([("range", "bytes=0-1"), ("if-range", later)], 200, nil),
        ([("range", "bytes=0-1"), ("if-none-match", "\"v1\"")], 304, nil),
    ]

    @Test(arguments: selections)
    func aRequestSelects(conditions: [(String, String)], status: Int, range: String?) {
        let head = WebHead("GET", path: "/", fields: conditions.map { WebField($0.0, $0.1) })
        let response = WebResponse(Alphabet(26), type: "video/mp4", Library.validators, to: head)
        #expect(response.status == status)
        #expect(response.fields.first { $0.name == "Content-Range" }?.value == range)
        #expect(response.fields.contains(WebField("ETag", "\"v1\"")))
        #expect(response.fields.contains(WebField("Last-Modified", Self.changed)))
        #expect((response.content != nil) == (status < 300))
    }

    @Test func nothingIsARangeOfNothing() {
        let head = WebHead("GET", path: "/", fields: [WebField("range", "bytes=0-")])
        #expect(WebResponse(Alphabet(0), type: "a/b", Library.validators, to: head).status == 416)
    }

    /// Several requests on one connection: each answer ends where the next one begins.
    @Test func aServerSendsWhatIsSelected() async throws {
        let length: Int64 = 3 << 20
        let served = try await Served(WebLimits.patient, Library(source: Alphabet(length)))
        let client = try served.client()
        func ask(_ method: String, _ fields: String = "") async -> String {
            client.send("\(method) / HTTP/1.1\r\nHost: x\r\n\(fields)\r\n")
            return await client.receive(upTo: "\r\n\r\n") ?? ""
        }
        let head = await ask("HEAD")
        #expect(head.hasPrefix("HTTP/1.1 200 OK\r\n") && head.hasSuffix("\r\n\r\n"), "\(head)")
        #expect(head.contains("Content-Length: \(length)\r\n") && head.contains("Accept-Ranges: bytes\r\n"), "\(head)")
        #expect(head.contains("Content-Type: video/mp4\r\n"), "\(head)")
        let unchanged = await ask("GET", "If-None-Match: \"v1\"\r\n")
        #expect(unchanged.hasPrefix("HTTP/1.1 304") && unchanged.hasSuffix("\r\n\r\n"), "\(unchanged)")
        #expect(await ask("GET", "Range: bytes=\(length)-\r\n").hasPrefix("HTTP/1.1 416"))
        client.send("GET / HTTP/1.1\r\nHost: x\r\nRange: bytes=26-77\r\n\r\n")
        let part = try #require(await client.receive(upTo: Alphabet.text(26..<78)))
        #expect(
            part.hasPrefix("HTTP/1.1 206 Partial Content\r\n") && part.contains("Content-Length: 52\r\n"), "\(part)")
        client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        let whole = try #require(await client.receiveAll())
        let body = try #require(whole.firstRange(of: "\r\n\r\n"))
        #expect(whole[body.upperBound...] == Alphabet.text(0..<length))
        await served.close()
    }

    /// Content that a slow client does not accept is not read, and the client is closed after a while.
    @Test func aSlowClientHoldsAPiece() async throws {
        var limits = WebLimits.patient
        // The application has the same limit for the start of its answer.
        limits.answer = .seconds(5)
        let source = Alphabet(1 << 40)
        let served = try await Served(limits, Library(source: source))
        let client = try served.client()
        client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await client.receive()?.contains("Content-Length: \(Int64(1) << 40)\r\n") == true)
        #expect(await served.isDeserted())
        #expect(source.asked > 0 && source.asked < 16 << 20)
        await served.close()
    }

    /// Content that is cut off or deleted meanwhile ends its connection and nothing else.
    @Test(arguments: [0, 100, 300_000, 262_144] as [Int64])
    func contentThatIsCutEndsItsConnection(end: Int64) async throws {
        let served = try await Served(WebLimits.patient, Library(source: Alphabet(1 << 20, cutAt: end)))
        for _ in 0..<2 {
            let client = try served.client()
            client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            let answer = try #require(await client.receiveAll())
            #expect(answer.utf8.count < 1 << 20)
            #expect(await served.isDeserted())
        }
        await served.close()
    }

    @Test func aClientMayLeaveAtAnyTime() async throws {
        let served = try await Served(WebLimits.patient, Library(source: Alphabet(1 << 40)))
        for _ in 0..<20 {
            let client = try served.client()
            client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(await client.receive() != nil)
            client.hangUp()
        }
        #expect(await served.isDeserted())
        await served.close()
    }

    @Test func thereIsAnEndOfContentAtATime() async throws {
        var limits = WebLimits.patient
        limits.contents = 1
        let served = try await Served(limits, Library(source: Alphabet(1 << 40)))
        let first = try served.client()
        first.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await first.receive()?.hasPrefix("HTTP/1.1 200") == true)
        let second = try served.client()
        second.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(await second.receiveAll()?.hasPrefix("HTTP/1.1 503") == true)
        await served.close()
    }
}
