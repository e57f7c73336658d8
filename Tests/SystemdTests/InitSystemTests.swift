import Glibc
import Testing

import Systemd

/// libsystemd reads the environment, which belongs to the whole process and must not change while other threads read it
/// (setenv(3)). Therefore each of these tests runs in a process of its own.
@Suite struct InitSystemTests {
    @Test func aManagerGetsWhatItIsTold() async {
        await #expect(processExitsWith: .success) {
            let rows: [([InitSystem.Message], String)] = [
                ([.ready], "READY=1"),
                ([.ready, .status("recording"), .alive], "READY=1\nSTATUS=recording\nWATCHDOG=1"),
                ([.stopping], "STOPPING=1"), ([.status("two\nlines")], "STATUS=two lines"),
            ]
            let manager = try #require(FakeInitSystem())
            setenv("NOTIFY_SOCKET", manager.path, 1)
            for (messages, text) in rows {
                #expect(InitSystem.tell(messages))
                #expect(manager.next() == text)
            }
        }
    }

    @Test func nobodyListensOutsideAService() async {
        await #expect(processExitsWith: .success) {
            unsetenv("NOTIFY_SOCKET")
            #expect(!InitSystem.tell([.ready]))
        }
    }

    @Test func theWatchdogSaysHowLongItWaits() async {
        await #expect(processExitsWith: .success) {
            unsetenv("WATCHDOG_PID")
            let rows: [(String?, Duration?)] = [("30000000", .seconds(30)), (nil, nil), ("nonsense", nil)]
            for (microseconds, time) in rows {
                if let microseconds { setenv("WATCHDOG_USEC", microseconds, 1) } else { unsetenv("WATCHDOG_USEC") }
                #expect(InitSystem.watchdog == time)
            }
        }
    }
}

/// A datagram socket in the file system, like systemd's.
private final class FakeInitSystem {
    let path: String
    private let descriptor: Int32

    init?() {
        path = "/tmp/dualcam-notify-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let name = Array(path.utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0 else { return nil }
    }

    deinit {
        close(descriptor)
        unlink(path)
    }

    /// Returns the next datagram, or a text that says that there is none.
    func next() -> String {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return count < 0 ? "nothing came" : String(decoding: bytes.prefix(count), as: UTF8.self)
    }
}
