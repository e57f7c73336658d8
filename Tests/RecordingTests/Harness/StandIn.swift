import DualCamRecordings
import DualCamSession
import DualCamTestKit
import Foundation

/// A server on loopback that imitates a publishing service (`Tests/Publishing`). It ends when the value is released.
final class StandIn: Sendable {
    enum Kind: String, Sendable { case opencast, peertube }

    let kind: Kind
    private let scheme: String
    private let folder: TemporaryFolder
    private let running: Lock<(process: Process, port: Int)>

    /// Starts the server and waits until it listens.
    ///
    /// - Parameter faults: The faults to imitate, as a JSON object; see the server's source.
    init(_ kind: Kind, _ faults: String = "{}") throws {
        guard let folder = TemporaryFolder() else { throw CocoaError(.fileWriteUnknown) }
        (self.kind, self.folder, scheme) = (kind, folder, faults.contains(#""tls""#) ? "https" : "http")
        running = Lock(try Self.start(kind, folder.path, faults))
    }

    deinit { stop() }

    /// Creates a self-signed certificate for 127.0.0.1 and its key. Returns the certificate's path, and the JSON object
    /// of faults that makes the server use both.
    static func certificate(in folder: TemporaryFolder) async throws -> (path: String, fault: String) {
        let (path, key) = (folder.path + "/certificate", folder.path + "/key")
        let words = [
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
            "-subj", "/CN=x",
            "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", path,
        ]
        guard try await Tool.run("/usr/bin/openssl", words).code == 0 else { throw CocoaError(.fileWriteUnknown) }
        return (path, #"{"tls":["\#(path)","\#(key)"]}"#)
    }

    /// The service in the form that the option `--to` of `dualcam publish` expects, such as
    /// `opencast:http://127.0.0.1:8080`.
    var place: String { "\(kind.rawValue):\(address)" }
    var address: String { "\(scheme)://127.0.0.1:\(running.with { $0.port })" }

    /// The requests that the server received, one per line of its log.
    var log: [JSONValue] {
        (folder.text("log.jsonl") ?? "").split(separator: "\n").compactMap { JSONValue(ifJSON: $0) }
    }

    /// Returns the values of a key in the log.
    func told(_ key: String) -> [JSONValue] { log.compactMap { $0[key] } }

    /// The paths of the files that the server has stored in its folder, except its log.
    var kept: [String] { folder.contents.filter { $0 != "log.jsonl" } }

    func stop() {
        running.with { running in
            kill(running.process.processIdentifier, SIGKILL)
            running.process.waitUntilExit()
        }
    }

    /// Starts the server and waits until it reports the port on which it listens. Returns its process and the port.
    private static func start(_ kind: Kind, _ folder: String, _ faults: String) throws -> (process: Process, port: Int)
    {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.environment = TestHome.environment()
        let script = Tool.root.appending(path: "Tests/Publishing/\(kind.rawValue).py").path
        process.arguments = ["-B", "-u", script, folder, faults]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        try process.run()
        var told = Data()
        while !told.contains(UInt8(ascii: "\n")), case let chunk = pipe.fileHandleForReading.availableData,
            !chunk.isEmpty
        {
            told += chunk
        }
        guard let port = Int(String(decoding: told, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines))
        else {
            throw CocoaError(.executableLoad)
        }
        return (process, port)
    }
}
