import DualCamRecordings
import DualCamTestKit
import Foundation

/// A finished session whose files contain random bytes, and `dualcam publish` for it.
struct PublishedSession {
    static let password = "sécret"

    let folder: TemporaryFolder
    /// The SHA-256 of the files, by output.
    let digests: [String: String]

    static let name = "Lecture_1"

    var path: String { folder.path + "/" + Self.name }

    /// Creates the session's folder with its files and records.
    ///
    /// - Parameters:
    ///   - outputs: The outputs with the sizes of their segments in bytes.
    init(_ outputs: KeyValuePairs<String, [Int]>, state: String = "finished") async throws {
        guard let folder = TemporaryFolder() else { throw CocoaError(.fileWriteUnknown) }
        self.folder = folder
        folder.write("", to: "Lecture_1/none")
        folder.remove("Lecture_1/none")
        var (digests, rows): ([String: String], [String]) = ([:], [])
        for (output, sizes) in outputs {
            var files: [String] = []
            for (segment, size) in sizes.enumerated() {
                let name = "take_\(output)_00\(segment).mov"
                let (path, digest) = try await Self.bytes(size)
                try FileManager.default.copyItem(atPath: path, toPath: "\(folder.path)/Lecture_1/\(name)")
                digests[output] = digest
                files.append(
                    #"{"file":"\#(name)","output":"\#(output)","segment":\#(segment),"part":0,"size":\#(size),"#
                        + #""frames":1800,"start":1.0,"end":61.0,"digest":"\#(digest)"}"#)
            }
            rows.append(#"{"output":"\#(output)","rate":"30","files":[\#(files.joined(separator: ","))]}"#)
        }
        self.digests = digests
        let marks = [(3.5, "Überblick"), (3.7, "twice"), (31.0, "")].map { time, text in
            #"{"time":"2026-11-21T14:05:04.000Z","running-time":\#(time),"kind":"marked","at":\#(time),"text":"\#(text)"}"#
        }
        folder.write(
            """
            {"format":1,"name":"pip","state":"\(state)","start":{"time":"2026-11-21T14:05:03.250Z","running-time":1.0},
            "outputs":[\(rows.joined(separator: ","))],"ledger":[\(marks.joined(separator: ","))]}
            """, to: "Lecture_1/session.json")
        folder.write(#"{"tags":["algebra","x","lecture"],"rating":null}"#, to: "Lecture_1/.dualcam/tags.json")
        folder.write("Räume & Körper", to: "Lecture_1/.dualcam/title")
    }

    /// The files of random bytes, by size, which all sessions share.
    private static let random = Lock<[Int: (folder: TemporaryFolder, digest: String)]>([:])

    private static func bytes(_ size: Int) async throws -> (path: String, digest: String) {
        if let (folder, digest) = random.with({ $0[size] }) { return (folder.path + "/bytes", digest) }
        guard let folder = TemporaryFolder() else { throw CocoaError(.fileWriteUnknown) }
        let path = folder.path + "/bytes"
        let made = try await Tool.run("/bin/bash", ["-c", "head -c \(size) /dev/urandom | tee '\(path)' | sha256sum"])
        let digest = String(made.text.prefix(64))
        random.with { $0[size] = (folder, digest) }
        return (path, digest)
    }

    /// The session's records about its publications.
    var kept: [JSONValue] {
        JSONValue(ifJSON: folder.text("Lecture_1/.dualcam/published.json") ?? "")?["publications"]?.list ?? []
    }

    struct Done: Sendable {
        var code: Int32
        var told: [JSONValue]
        var errors: String
    }

    /// Publishes the session on a stand-in server with `dualcam publish` and returns the result.
    ///
    /// - Parameters:
    ///   - words: Further options of the command.
    ///   - line: A closure that receives each event.
    func publish(
        to server: StandIn, _ words: [String] = [], line: (@Sendable (JSONValue, Child) -> Void)? = nil
    ) async throws -> Done {
        try await publish(["--to", server.place, "--user", "ann"] + words, line: line)
    }

    func publish(_ words: [String], line: (@Sendable (JSONValue, Child) -> Void)? = nil) async throws -> Done {
        let environment = TestHome.environment(["DUALCAM_PUBLISH_PASSWORD": Self.password])
        let done = try await Child.run(
            Tool.dualcam, ["publish", path, "--json", "--full-speed"] + words, environment: environment, patience: 900
        ) { text, child in
            if let told = JSONValue(ifJSON: text) { line?(told, child) }
        }
        let told = done.text.split(separator: "\n").compactMap { JSONValue(ifJSON: $0) }
        return Done(code: done.code, told: told, errors: done.errors)
    }
}
