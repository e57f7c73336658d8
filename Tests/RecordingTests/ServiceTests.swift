import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// A recording as systemd, its journal and Prometheus see it.
    @Suite(.serialized) struct Service {
        static func recorder(_ arguments: [String], _ environment: [String: String] = [:]) -> Recorder {
            Recorder(
                pipeline: """
                    cameras: {back: {device: test, size: 320x180}}
                    microphone: test
                    encoders: {default: {use: x264, preset: ultrafast}}
                    """, arguments: arguments, environment: environment)
        }

        @Test func systemdIsToldFromTheFirstFrameToTheLast() async throws {
            let manager = try #require(NotifySocket())
            let recording = try await Self.recorder(["--duration", "3s"], ["NOTIFY_SOCKET": manager.path]).record()
            #expect(recording.code == 0, "\(recording.errors)")
            let messages = await manager.messages()
            let lines = messages.flatMap { $0.split(separator: "\n") }
            let ready = try #require(lines.firstIndex(of: "READY=1"))
            #expect(lines.filter { $0 == "READY=1" }.count == 1)
            // Data is recorded all the time; the watchdog's state is sent twice a second.
            #expect((3...8).contains(lines[ready...].filter { $0 == "WATCHDOG=1" }.count), "\(lines)")
            #expect(lines.contains { $0.hasPrefix("STATUS=recording since 0 min") })
            #expect(lines.last == "STOPPING=1")
        }

        @Test func journalLinesCarryTheirSeverity() async throws {
            let recording = try await Self.recorder(["--duration", "2s", "--log", "journal"]).record()
            // With JSON output, standard error has only the closing line.
            #expect(recording.errors.hasPrefix("<6>dualcam: 1 file, 0:0"), "\(recording.errors)")
            #expect(recording.errors.split(separator: "\n").count == 1, "\(recording.errors)")
            let folder = try #require(TemporaryFolder())
            let arguments = [
                "run", "pip", "--simulate", "--log=journal", "--duration=1s", "--output", folder.path + "/s",
            ]
            let plain = try await Tool.run(Tool.dualcam, arguments)
            let lines = plain.errors.split(separator: "\n")
            #expect(lines.count >= 4)
            #expect(
                lines.allSatisfy { $0.hasPrefix("<6>dualcam: ") || $0.hasPrefix("<4>dualcam: ") }, "\(plain.errors)")
            let missing = try await Tool.run(Tool.dualcam, ["run", "/nowhere.yaml", "--log=journal"])
            #expect(missing.errors.hasPrefix("<3>dualcam: error: "), "\(missing.errors)")
        }

        @Test func prometheusReadsTheFigures() async throws {
            let folder = try #require(TemporaryFolder())
            let path = folder.path + "/dualcam.prom"
            let recording = try await Self.recorder(["--duration", "2s", "--set", "supervision.metrics=" + path])
                .record()
            #expect(recording.code == 0, "\(recording.errors)")
            #expect(folder.contents == ["dualcam.prom"])
            let text = try #require(folder.text("dualcam.prom"))
            #expect(text.contains("\n# TYPE dualcam_frames_total counter\n"))
            #expect(text.contains("dualcam_recording 0\n"))
            let frames = text.split(separator: "\n").first { $0.hasPrefix("dualcam_frames_total{output=\"back\"} ") }
            #expect(try #require(frames.flatMap { Int($0.split(separator: " ")[1]) }) > 0, "\(text)")
        }
    }
}

/// A datagram socket that imitates systemd's. It is read all the time, because a full socket would block its writers.
private final class NotifySocket: Sendable {
    let path: String
    private let descriptor: Int32
    private let received = Lock([String]())
    private let queue = DispatchQueue(label: "notify")

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
        queue.async { [descriptor, received] in
            var bytes = [UInt8](repeating: 0, count: 4096)
            while case let count = recv(descriptor, &bytes, bytes.count, 0), count > 0 {
                received.with { $0.append(String(decoding: bytes.prefix(count), as: UTF8.self)) }
            }
        }
    }

    /// Stops reading and returns all messages.
    func messages() async -> [String] {
        shutdown(descriptor, Int32(SHUT_RD))
        await withCheckedContinuation { done in queue.async { done.resume() } }
        close(descriptor)
        unlink(path)
        return received.with { $0 }
    }
}
