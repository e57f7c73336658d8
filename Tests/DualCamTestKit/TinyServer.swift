import Foundation
import Glibc

/// An HTTP server on a Unix socket, or on a port of 127.0.0.1, that answers requests until the value is released.
package final class TinyServer: @unchecked Sendable {
    // Invariant: `requests` is only used while `lock` is held; everything else never changes.
    package struct Response {
        var status: Int
        var headers: String
        var body: String

        package init(status: Int = 200, headers: String = "", body: String) {
            (self.status, self.headers, self.body) = (status, headers, body)
        }

        /// A connection that is closed without an answer, as if the server's process had been killed.
        package static let none = Response(status: 0, body: "")
    }

    private let lock = NSLock()
    private var requests: [String] = []
    private let listener: Int32
    private let ended = DispatchSemaphore(value: 0)

    /// Listens on a Unix socket at `path` and creates the socket's folder.
    package init(at path: String, answer: @escaping @Sendable (String) -> Response) throws {
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        listener = try Self.listen(on: path)
        begin(answer)
    }

    /// Listens on `port` of 127.0.0.1, or on any free port if `port` is 0.
    package init(port: UInt16 = 0, answer: @escaping @Sendable (String) -> Response) throws {
        listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var reuse: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &reuse, 4)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        (address.sin_port, address.sin_addr.s_addr) = (port.bigEndian, UInt32(0x7F00_0001).bigEndian)
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard bound == 0, Glibc.listen(listener, 8) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EINVAL)
        }
        begin(answer)
    }

    /// The port on which the server listens.
    package var port: UInt16 {
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            _ = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &size) }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    private func begin(_ answer: @escaping @Sendable (String) -> Response) {
        let thread = Thread { [self] in
            while let connection = accepted() { serve(connection, answer) }
            ended.signal()
        }
        thread.start()
    }

    /// The requests so far, such as `POST /api/v1/commands/layout {"layout":"pip"}`.
    package var asked: [String] { lock.withLock { requests } }

    /// Stops listening. The socket's file stays, as after a crash.
    package func close() {
        shutdown(listener, Int32(SHUT_RDWR))
        ended.wait()
        Glibc.close(listener)
    }

    package static func listen(on path: String) throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
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
        guard connection >= 0 else { return nil }
        // Without this flag, a program that another test starts would inherit the connection and keep it open.
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        return connection
    }

    private func serve(_ connection: Int32, _ answer: (String) -> Response) {
        defer { Glibc.close(connection) }
        guard let request = Self.read(connection) else { return }
        lock.withLock { requests.append(request) }
        let response = answer(request)
        guard response.status > 0 else { return }
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

    /// Reads a request and returns its method, target and body; `nil` if the client closed the connection without a
    /// request, as a mere check for a listener does.
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

/// A temporary runtime folder with the sockets of recordings.
package final class RuntimeFolder {
    package let path = "/tmp/dualcam-" + UUID().uuidString.prefix(8)

    package init() {}

    package var environment: [String: String] { ["HOME": "/home/me", "XDG_RUNTIME_DIR": path, "DUALCAM_TMPDIR": path] }

    package func socket(_ name: String) -> String { "\(path)/dualcam/\(name).sock" }

    /// Leaves a socket file on which no process listens.
    package func leaveBehind(_ name: String) throws {
        try TinyServer(at: socket(name)) { _ in .init(body: "") }.close()
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
