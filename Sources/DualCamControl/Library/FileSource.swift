internal import Dispatch
import DualCamRecordings
import Soup

/// An open file from which a response is sent. If the file is deleted meanwhile, the response ends, so that its disk
/// space becomes free.
final class FileSource: WebSource {
    /// The name under which a browser would save the file.
    let name: String
    /// The media type of the file.
    let type: String
    let validators: WebValidators
    let length: Int64
    private let file: HeldFile
    private let queue: DispatchQueue

    init(_ file: HeldFile, _ facts: SessionLibrary.Facts, name: String, type: String, on queue: DispatchQueue) {
        (self.file, self.name, self.type, self.queue) = (file, name, type, queue)
        length = facts.size
        let words = [facts.inode, UInt64(bitPattern: facts.size), UInt64(bitPattern: facts.changed)]
        // The file may change again within the second of its last change. The date alone then does not identify the
        // content.
        validators = WebValidators(
            tag: words.map { String($0, radix: 16) }.joined(separator: "-"), modified: facts.changed / 1_000_000_000)
    }

    func bytes(at offset: Int64, count: Int) async -> [UInt8]? {
        await withCheckedContinuation { continuation in
            queue.async { [file] in
                guard file.isThere else { return continuation.resume(returning: nil) }
                do throws(FolderFailure) {
                    continuation.resume(returning: try file.bytes(at: offset, count))
                } catch {
                    continuation.resume(returning: nil)
                }
            }
        }
    }
}

extension TableRoute {
    /// Creates a route that returns a file, or the range of it that a client requests (RFC 9110).
    ///
    /// - Parameters:
    ///   - types: the media types that the response can have.
    ///   - isSaved: true if clients can request the file as a download.
    ///   - fields: header fields of the response, in addition to those of every file.
    static func file(
        _ path: String, name: String, _ summary: String, types: [String], refusals: [Int], isSaved: Bool = true,
        fields: [WebField] = [], open: @escaping @Sendable (RouteCall) async throws(RouteRefusal) -> FileSource
    ) -> TableRoute {
        let content = JSONValue.object(types.map { .init($0, [:]) })
        let download = Field(
            name: "download", explanation: "1: make a browser save the file under its name instead of showing it.",
            schema: Schema.words(["1"]))
        return TableRoute(
            path: path, name: name, summary: summary + ", or a range of it (RFC 9110)",
            query: isSaved ? [download] : [],
            success: [
                .init(explanation: "The file.", content: content),
                .init(status: 206, explanation: "The range.", content: content),
            ], refusals: refusals + [412, 416, 500]
        ) { call throws(RouteRefusal) in
            let source = try await open(call)
            let isDownload = call.head.query?.contains { $0.name == download.name } ?? false
            return WebResponse(
                source, type: source.type, source.validators, to: call.head,
                fields: .ofAFile + fields + (isDownload ? [.attachment(named: source.name)] : []))
        }
    }
}

extension [WebField] {
    /// The header fields of every response that returns a file. Only the client may cache the file, and must revalidate
    /// it each time. Browsers must neither guess its type nor embed it in pages of other servers.
    static let ofAFile = [
        WebField("Cache-Control", "private, no-cache"), WebField("X-Content-Type-Options", "nosniff"),
        WebField("Cross-Origin-Resource-Policy", "same-origin"),
    ]
}

extension WebField {
    /// Returns the header field that makes a browser save the response under a given name (RFC 6266). It contains the
    /// name in Unicode (RFC 8187), and in ASCII with all other characters replaced.
    static func attachment(named name: String) -> WebField {
        let plain = String(
            name.unicodeScalars.map {
                (0x20..<0x7F).contains($0.value) && !"\"\\%".unicodeScalars.contains($0) ? Character($0) : "_"
            })
        return WebField(
            "Content-Disposition",
            "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(PercentEncoding.encoded(name))")
    }
}
