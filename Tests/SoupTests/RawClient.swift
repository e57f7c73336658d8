import Glibc

/// A client that speaks bytes, to a Unix socket. Blocks for ten seconds at most.
final class RawClient {
    private let descriptor: Int32

    init?(_ path: String) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var patience = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
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

    /// Says that nothing more will come.
    func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    func send(_ text: String) { send(Array(text.utf8)) }

    /// Sends bytes; those that the other side does not take any more are lost.
    func send(_ bytes: [UInt8]) { _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) }

    /// One piece of what comes; `nil`: the other side has closed, or nothing came.
    func receive() -> String? {
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }

    /// Returns the text up to `end`; `nil`: that does not come within ten seconds.
    func receive(upTo end: String) -> String? {
        var text = ""
        while !text.hasSuffix(end) {
            guard let piece = receive() else { return nil }
            text += piece
        }
        return text
    }

    /// All that comes until the other side closes; `nil`: it does not within ten seconds.
    func receiveAll() -> String? {
        var text = ""
        var bytes = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, 0)
            if count == 0 || count < 0 && errno == ECONNRESET { return text }
            guard count > 0 else { return nil }
            text += String(decoding: bytes.prefix(count), as: UTF8.self)
        }
    }
}
