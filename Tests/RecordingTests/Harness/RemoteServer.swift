import DualCamTestKit
import Foundation

/// A server on loopback (`rclone serve`), and an rclone configuration whose remote `nas` is that server.
final class RemoteServer: Sendable {
    enum Kind: String, Sendable, CaseIterable { case webdav, sftp }

    /// The files on the server.
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

    /// Returns a password in the form in which rclone's configuration stores it.
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

    /// Kills the server.
    func stop() {
        running.with { running in
            kill(running.process.processIdentifier, SIGKILL)
            running.process.waitUntilExit()
        }
    }

    func startAgain() throws {
        try running.with { running in running = try Self.start(kind, folder.path, port: running.port) }
    }

    /// Starts the server and waits until it reports the port on which it listens. Returns its process and the port.
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
                // The rest of the output is read and discarded, so that the server does not block.
                pipe.fileHandleForReading.readabilityHandler = { _ = $0.availableData }
                return (process, String(match.1))
            }
        }
        process.waitUntilExit()
        throw CocoaError(.executableLoad)
    }
}
