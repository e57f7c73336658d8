import DualCamConfig
package import DualCamPlan
import Glibc
import Testing

@testable package import DualCamRecordings

/// A recording directory with sessions that a test writes by hand.
package struct SessionOnDisk {
    package let place: TemporaryFolder
    package let name: String

    package var path: String { place.path + "/" + name }

    package init(_ name: String = "take", in place: TemporaryFolder? = TemporaryFolder()) throws {
        self.place = try #require(place)
        self.name = name
        mkdir(self.place.path + "/" + name, 0o777)
    }

    package func write(_ text: String, to file: String) { place.write(text, to: "\(name)/\(file)") }

    package func text(_ file: String) -> String? { place.text("\(name)/\(file)") }

    package var contents: [String] {
        place.contents.filter { $0.hasPrefix(name + "/") }.map { String($0.dropFirst(name.count + 1)) }
    }

    /// Writes the session's folder as a crash leaves it: the mark `UNFINISHED`, the ledger, `session.json` and the
    /// files.
    ///
    /// - Parameters:
    ///   - manifest: The content of `session.json`; `nil` to write none.
    ///   - tail: The text after the last whole line of the ledger, such as the beginning of another line.
    package func crash(_ ledger: [LedgerEntry], files: [String], manifest: String? = Self.recording, tail: String = "")
    {
        write("", to: "UNFINISHED")
        write(ledger.map { $0.line + "\n" }.joined() + tail, to: "ledger.jsonl")
        if let manifest { write(manifest, to: "session.json") }
        for file in files { write("content", to: file) }
    }

    /// Writes the `session.json` and the files of a finished session. The session begins `seconds` after
    /// `SampleRecording.wallStart`.
    package func finish(_ files: [String], state: String = "finished", after seconds: Int64 = 0) {
        let list = files.map { #"{"file":"\#($0)","output":"back","segment":0,"part":0,"size":7}"# }
        let start = WallTime.iso8601(SampleRecording.wallStart + seconds * 1_000_000_000)
        write(
            """
            {"format":1,"name":"pip","state":"\(state)","start":{"time":"\(start)","running-time":1.0},
            "outputs":[{"output":"back","files":[\(list.joined(separator: ","))]}],"ledger":[]}
            """, to: "session.json")
        for file in files where !file.contains("/") { write("content", to: file) }
    }

    package static let recording = """
        {
          "format": 1,
          "dualcam": "0.1",
          "name": "pip",
          "state": "recording",
          "end": null,
          "outputs": [{"output":"back","rate":"30","files":[]}],
          "supplement": {"kept":true},
          "ledger": []
        }

        """

    /// Returns recovery tools that find 30 frames in one second in every file. `contents` replaces this result for
    /// single files, keyed by file name.
    package static func tools(_ contents: [String: FileContent] = [:]) -> RecoveryTools {
        let second = FileContent(frames: 30, end: 1_000_000_000)
        return RecoveryTools(
            version: "0.2", probe: { contents[$0.name] ?? second }, digest: { "digest of \($0.name)" },
            wallClock: { SampleRecording.wallStart })
    }
}
