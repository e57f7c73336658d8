import Foundation
import Glibc

/// An HTTP server on a Unix socket that answers every request alike, as long as the value lives.
final class TinyServer: @unchecked Sendable {
    // Invariant: `requests` is used within `lock` only; the rest never changes.
    struct Response {
        var status = 200
        var headers = ""
        var body: String
    }

    private let lock = NSLock()
    private var requests: [String] = []
    private let listener: Int32
    private let ended = DispatchSemaphore(value: 0)

    /// Listens on `path`, whose folder is made.
    init(at path: String, answer: @escaping @Sendable (String) -> Response) throws {
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        listener = try Self.listen(on: path)
        let thread = Thread { [self] in
            while let connection = accepted() { serve(connection, answer) }
            ended.signal()
        }
        thread.start()
    }

    /// The requests so far: `POST /api/v1/commands/layout {"layout":"pip"}`.
    var asked: [String] { lock.withLock { requests } }

    /// The socket's file stays, as a crash would leave it.
    func close() {
        shutdown(listener, Int32(SHUT_RDWR))
        ended.wait()
        Glibc.close(listener)
    }

    static func listen(on path: String) throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0, Glibc.listen(descriptor, 8) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EINVAL)
        }
        return descriptor
    }

    private func accepted() -> Int32? {
        let connection = accept(listener, nil, nil)
        return connection >= 0 ? connection : nil
    }

    private func serve(_ connection: Int32, _ answer: (String) -> Response) {
        defer { Glibc.close(connection) }
        guard let request = Self.read(connection) else { return }
        lock.withLock { requests.append(request) }
        let response = answer(request)
        let text =
            "HTTP/1.1 \(response.status) X\r\n\(response.headers)Content-Length: \(response.body.utf8.count)\r\n"
            + "Connection: close\r\n\r\n" + response.body
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            bytes.removeFirst(count)
        }
    }

    /// Method, target and body; `nil` for somebody who only looks whether anybody listens.
    private static func read(_ connection: Int32) -> String? {
        var text = ""
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = Glibc.read(connection, &chunk, chunk.count)
            guard count > 0 else { return nil }
            text += String(decoding: chunk.prefix(count), as: UTF8.self)
            guard let end = text.range(of: "\r\n\r\n") else { continue }
            let length =
                text.components(separatedBy: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
                .flatMap { Int($0.dropFirst("content-length:".count).trimmingCharacters(in: .whitespaces)) } ?? 0
            let body = text[end.upperBound...]
            guard body.utf8.count >= length else { continue }
            let line = text.prefix { $0 != "\r\n" }.split(separator: " ").prefix(2).joined(separator: " ")
            return body.isEmpty ? line : line + " " + body
        }
    }
}

/// A runtime folder with the sockets of recordings.
final class RuntimeFolder {
    let path = "/tmp/dualcam-" + UUID().uuidString.prefix(8)

    var environment: [String: String] { ["HOME": "/home/me", "XDG_RUNTIME_DIR": path, "DUALCAM_TMPDIR": path] }

    func socket(_ name: String) -> String { "\(path)/dualcam/\(name).sock" }

    /// A socket that nobody listens on any more.
    func leaveBehind(_ name: String) throws { try TinyServer(at: socket(name)) { _ in .init(body: "") }.close() }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
