import DualCamTestKit
import Foundation
import Testing

/// A PulseAudio server for one test, with the given modules. It ends when the value is released.
final class SoundServer: Sendable {
    private let folder: TemporaryFolder

    /// The environment of programs that use this server.
    var environment: [String: String] {
        [
            "PULSE_SERVER": "unix:\(folder.path)/native", "PULSE_RUNTIME_PATH": folder.path,
            "PULSE_STATE_PATH": folder.path,
        ]
    }

    init(_ modules: [String]) async throws {
        folder = try #require(TemporaryFolder())
        let loaded = (modules + ["module-native-protocol-unix auth-anonymous=1 socket=\(folder.path)/native"]).map {
            "--load=\($0)"
        }
        let started = try await Child.run(
            "/usr/bin/pulseaudio",
            [
                "-n", "--daemonize=yes", "--exit-idle-time=-1", "--disable-shm=yes",
                "--log-target=file:\(folder.path)/log",
            ]
                + loaded,
            environment: TestHome.environment(environment))
        try #require(started.code == 0, "\(started.errors)")
    }

    /// Runs `pactl` and returns its output. Blocks.
    @discardableResult
    func ask(_ arguments: [String]) -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/pactl")
        process.arguments = arguments
        process.environment = TestHome.environment(environment)
        (process.standardOutput, process.standardError) = (pipe, FileHandle.nullDevice)
        guard (try? process.run()) != nil else { return "" }
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }

    /// Sends a signal to the server. SIGSTOP makes it hang, and SIGCONT makes it run again.
    func send(_ signal: Int32) {
        let text = folder.text("pid")?.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let process = text.flatMap(Int32.init), process > 1 else { return }
        kill(process, signal)
    }

    deinit { ask(["exit"]) }
}
