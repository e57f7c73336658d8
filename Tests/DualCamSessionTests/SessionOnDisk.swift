import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Glibc
import Testing

@testable import DualCamSession

/// A recording directory with sessions that a test writes by hand.
struct SessionOnDisk {
    let place: TemporaryFolder
    let name: String

    var path: String { place.path + "/" + name }

    init(_ name: String = "take", in place: TemporaryFolder? = TemporaryFolder()) throws {
        self.place = try #require(place)
        self.name = name
        mkdir(self.place.path + "/" + name, 0o777)
    }

    func write(_ text: String, to file: String) { place.write(text, to: "\(name)/\(file)") }

    func text(_ file: String) -> String? { place.text("\(name)/\(file)") }

    var contents: [String] {
        place.contents.filter { $0.hasPrefix(name + "/") }.map { String($0.dropFirst(name.count + 1)) }
    }

    /// Writes the folder as a crash leaves it.
    func crash(_ ledger: [LedgerEntry], files: [String], manifest: String? = Self.recording, tail: String = "") {
        write("", to: "UNFINISHED")
        write(ledger.map { $0.line + "\n" }.joined() + tail, to: "ledger.jsonl")
        if let manifest { write(manifest, to: "session.json") }
        for file in files { write("content", to: file) }
    }

    /// Writes a finished session with the given files that began `seconds` after the others.
    func finish(_ files: [String], state: String = "finished", after seconds: Int64 = 0) {
        let list = files.map { #"{"file":"\#($0)","output":"back","segment":0,"part":0,"size":7}"# }
        let start = WallTime.iso8601(Bench.wallStart + seconds * 1_000_000_000)
        write(
            """
            {"format":1,"name":"pip","state":"\(state)","start":{"time":"\(start)","running-time":1.0},
            "outputs":[{"output":"back","files":[\(list.joined(separator: ","))]}],"ledger":[]}
            """, to: "session.json")
        for file in files where !file.contains("/") { write("content", to: file) }
    }

    static let recording = """
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

    /// Returns tools for which every file has a second of frames, unless `contents` says otherwise by file name.
    static func tools(_ contents: [String: FileContent] = [:]) -> RecoveryTools {
        let second = FileContent(frames: 30, end: 1_000_000_000)
        return RecoveryTools(
            version: "0.2", probe: { contents[$0.name] ?? second }, digest: { "digest of \($0.name)" },
            wallClock: { Bench.wallStart })
    }
}
