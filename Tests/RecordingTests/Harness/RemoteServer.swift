import DualCamTestKit
import Foundation

/// `rclone serve` on loopback, and rclone's configuration with the remote `nas` that leads there.
final class RemoteServer: Sendable {
    enum Kind: String, Sendable, CaseIterable { case webdav, sftp }

    /// What lies at the remote.
    let folder: TemporaryFolder
    let configuration: String
    private let kind: Kind
    private let place: TemporaryFolder
    private let running: Lock<(process: Process, port: String)>

    init(_ kind: Kind) throws {
        guard let folder = TemporaryFolder(), let place = TemporaryFolder() else { throw CocoaError(.fileWriteUnknown) }
        (self.kind, self.folder, self.place) = (kind, folder, place)
        configuration = place.path + "/rclone.conf"
        let started = try Self.start(kind, folder.path, port: "0")
        running = Lock(started)
        let way =
            switch kind {
            case .webdav: "url = http://127.0.0.1:\(started.port)"
            case .sftp:
                "host = 127.0.0.1\nport = \(started.port)\nuser = ann\npass = " + (try Self.obscured("secret"))
            }
        place.write("[nas]\ntype = \(kind.rawValue)\n\(way)\n", to: "rclone.conf")
    }

    deinit { stop() }

    /// A password as rclone's configuration has it.
    private static func obscured(_ password: String) throws -> String {
        let (process, pipe) = (Process(), Pipe())
        (process.executableURL, process.arguments) = (URL(filePath: "/usr/bin/rclone"), ["obscure", password])
        process.environment = TestHome.environment()
        process.standardOutput = pipe
        try process.run()
        let told = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: told, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Takes the server away, as somebody would who pulls its plug.
    func stop() {
        running.with { running in
            kill(running.process.processIdentifier, SIGKILL)
            running.process.waitUntilExit()
        }
    }

    func startAgain() throws {
        try running.with { running in running = try Self.start(kind, folder.path, port: running.port) }
    }

    /// Returns when it listens, which it tells with its port.
    private static func start(_ kind: Kind, _ folder: String, port: String) throws -> (process: Process, port: String) {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/rclone")
        process.environment = TestHome.environment()
        let user = kind == .sftp ? ["--user", "ann", "--pass", "secret"] : []
        process.arguments = ["serve", kind.rawValue, folder, "--addr", "127.0.0.1:\(port)"] + user
        (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, FileHandle.nullDevice)
        process.standardError = pipe
        try process.run()
        var told = Data()
        while case let chunk = pipe.fileHandleForReading.availableData, !chunk.isEmpty {
            told += chunk
            let text = String(decoding: told, as: UTF8.self)
            if let match = text.firstMatch(of: /127\.0\.0\.1:(\d+)\D/) {
                // Nobody else reads what it goes on to print.
                pipe.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
                return (process, String(match.1))
            }
        }
        process.waitUntilExit()
        throw CocoaError(.executableLoad)
    }
}
