import Foundation
import Glibc

/// A client that sends and receives bytes on a Unix socket.
final class RawClient: Sendable {
    /// The time to wait for data, in milliseconds; answers take one on an idle machine.
    private static let patience: Int32 = 120_000

    private let descriptor: Int32

    init?(_ path: String) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// Closes the connection in both directions.
    func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    func send(_ text: String) { send(Array(text.utf8)) }

    /// Sends bytes; bytes that the server no longer accepts are lost.
    func send(_ bytes: [UInt8]) { _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

    /// Returns one piece of received data; `nil` if the server has closed the connection, or nothing arrives.
    func receive() async -> String? {
        await waiting { $0.piece().flatMap { $0.isEmpty ? nil : String(decoding: $0, as: UTF8.self) } }
    }

    /// Returns the text up to `end`; `nil` if `end` does not arrive.
    func receive(upTo end: String) async -> String? {
        await waiting { client in
            var text = ""
            while !text.hasSuffix(end) {
                guard let piece = client.piece(), !piece.isEmpty else { return nil }
                text += String(decoding: piece, as: UTF8.self)
            }
            return text
        }
    }

    /// Returns everything until the server closes the connection; `nil` if it does not.
    func receiveAll() async -> String? {
        await waiting { client in
            var text = ""
            while let piece = client.piece() {
                guard !piece.isEmpty else { return text }
                text += String(decoding: piece, as: UTF8.self)
            }
            return nil
        }
    }

    /// Waits on a separate thread, because the server answers on the threads of Swift's pool, of which there are as few
    /// as cores.
    private func waiting(_ body: @escaping @Sendable (RawClient) -> String?) async -> String? {
        await withCheckedContinuation { continuation in
            Thread { [self] in continuation.resume(returning: body(self)) }.start()
        }
    }

    /// Returns the next bytes, none if the server has closed the connection; `nil` if nothing arrives. Blocks.
    private func piece() -> [UInt8]? {
        var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var count = poll(&ready, 1, Self.patience)
        while count < 0, errno == EINTR { count = poll(&ready, 1, Self.patience) }
        guard count > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: 65536)
        let length = recv(descriptor, &bytes, bytes.count, 0)
        guard length >= 0 else { return errno == ECONNRESET ? [] : nil }
        return Array(bytes.prefix(length))
    }
}
