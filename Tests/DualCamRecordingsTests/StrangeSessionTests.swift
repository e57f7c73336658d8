import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Glibc
import Testing

@testable import DualCamRecordings

/// Sessions made by a stranger so that dualcam would delete, change or read files outside them.
@Suite("Session: a folder from a stranger")
struct StrangeSessionTests {
    private static let empty = FileContent(frames: 0, problem: "no header")

    private static func recording(_ file: String) -> [LedgerEntry] {
        [Line.started(), Line.recording(1, [("back", file)])]
    }

    private func recover(_ session: SessionOnDisk, _ contents: [String: FileContent]) throws -> SessionRecovery.Report {
        try SessionRecovery(SessionOnDisk.tools(contents)).recover(session.path)
    }

    /// Each file has no readable frame and was last written before the recording began; recovery would delete such a
    /// file.
    @Test(arguments: ["PLACE/precious.mov", "../precious.mov", "take/../../precious.mov", "/r/take/../precious.mov"])
    func `a listed file elsewhere is neither removed nor listed again`(listed: String) throws {
        let session = try SessionOnDisk()
        session.place.write("mine", to: "precious.mov")
        let path = listed.replacing("PLACE", with: session.place.path)
        session.crash(Self.recording(path), files: [])
        let report = try recover(session, ["precious.mov": Self.empty])
        #expect(session.place.text("precious.mov") == "mine")
        #expect(report.settled == [])
        #expect(report.refused.map(\.refusal) == [listed.hasPrefix("/r/") ? .elsewhere : .elsewhere])
        #expect(session.text("session.json")?.contains(#""files":[]"#) == true)
        #expect(try Audit.reading(session.path, tools: SessionOnDisk.tools()).verdict == .damaged)
    }

    @Test(arguments: ["session.json", "UNFINISHED", "notes.txt", ".hidden.mov", ""])
    func `a listed name that no recording has is left alone`(name: String) throws {
        let session = try SessionOnDisk()
        session.crash(Self.recording(name), files: ["notes.txt", ".hidden.mov"])
        let report = try recover(session, [name: Self.empty])
        #expect(report.refused.map(\.refusal) == [.name])
        #expect(session.contents == [".hidden.mov", "notes.txt", "session.json"])
    }

    private static let kinds: [(make: @Sendable (String) -> Void, reason: String)] = [
        ({ symlink("../precious.mov", $0) }, "a symbolic link"), ({ mkfifo($0, 0o666) }, "a pipe"),
        ({ mkdir($0, 0o777) }, "a folder"),
    ]

    @Test(arguments: kinds.indices)
    func `what is not a regular file stays, and is named`(index: Int) throws {
        let (make, reason) = Self.kinds[index]
        let session = try SessionOnDisk()
        session.place.write("mine", to: "precious.mov")
        session.crash(Self.recording("b.mov"), files: [])
        make(session.path + "/b.mov")
        let report = try recover(session, ["b.mov": Self.empty])
        #expect(
            report.refused.map(\.message) == [
                "'\(session.path)/b.mov' cannot be read: it is \(reason) and not a regular file."
            ])
        #expect(session.contents == ["b.mov", "session.json"])
        #expect(session.place.text("precious.mov") == "mine")
        let audit = try Audit.reading(session.path, tools: SessionOnDisk.tools())
        #expect(
            audit.findings.map(\.text).contains(
                "was left alone: '\(session.path)/b.mov': it is \(reason) and not a regular file"))
    }

    @Test func `a file that goes is named in the ledger`() throws {
        let session = try SessionOnDisk()
        session.crash(Self.recording("b.mov"), files: [])
        session.write("", to: "b.mov")
        let report = try recover(session, [:])
        #expect(report.settled.map(\.isForestalled) == [true])
        #expect(session.contents == ["session.json"])
        let told = try SessionRecord.read(session.path).ledger.entries.compactMap { $0["message"]?.text }
        #expect(told == ["b.mov had not begun when the recording was cut off, and is removed."])
    }

    private static let journal = [".session.json", "ledger.jsonl.new", "ledger.jsonl", "session.json", "UNFINISHED"]

    /// The link leads to an existing file, or to a missing one.
    @Test(arguments: journal, [true, false])
    func `a record that is a link is never followed`(record: String, exists: Bool) throws {
        let session = try SessionOnDisk()
        if exists { session.place.write("mine\n", to: "precious") }
        session.crash(Self.recording("b.mov"), files: ["b.mov"])
        // The ledger is shorter than its copy in session.json, so it is written again.
        if record == "ledger.jsonl.new" {
            let lines = Self.recording("b.mov").map(\.line).joined(separator: ",")
            let manifest = SessionOnDisk.recording.replacing("\"ledger\": []", with: "\"ledger\": [\(lines)]")
            session.write(manifest, to: "session.json")
            session.write("", to: "ledger.jsonl")
        }
        unlink(session.path + "/" + record)
        symlink("../precious", session.path + "/" + record)
        let failure = #expect(throws: RecoveryFailure.self) { try recover(session, [:]) }
        #expect(failure?.message.hasSuffix("it is a symbolic link and not a regular file.") == true)
        #expect(failure?.message.hasPrefix("'\(session.path)/\(record)' cannot be ") == true)
        #expect(session.place.text("precious") == (exists ? "mine\n" : nil))
        #expect(session.contents.contains(record))
        #expect(throws: Never.self) { try ListedSession.all(in: session.place.path) }
        if record == "ledger.jsonl" {
            #expect(throws: FolderFailure.self) {
                _ = try SessionFolder.append(Line.started(), toLedgerIn: session.path)
            }
            #expect(session.place.text("precious") == (exists ? "mine\n" : nil))
        }
    }

    @Test(arguments: ["session.json", "ledger.jsonl"])
    func `a pipe and a huge file are refused at once`(record: String) throws {
        let session = try SessionOnDisk()
        session.crash(Self.recording("b.mov"), files: ["b.mov"])
        unlink(session.path + "/" + record)
        mkfifo(session.path + "/" + record, 0o666)
        let pipe = "'\(session.path)/\(record)' cannot be read: it is a pipe and not a regular file."
        #expect(throws: SessionReadFailure.self) { try SessionRecord.read(session.path, usingLedgerAlone: true) }
        #expect(try ListedSession.all(in: session.place.path).map(\.reason) == [pipe])
        unlink(session.path + "/" + record)
        session.write("", to: record)
        #expect(truncate(session.path + "/" + record, 20_000_000_000) == 0)
        let huge =
            "'\(session.path)/\(record)' cannot be read: it has 20 GB, and such a file has 1 GB at most."
        #expect(try ListedSession.all(in: session.place.path).map(\.reason) == [huge])
    }

    @Test func `a mark with a second name is not written into`() throws {
        let session = try SessionOnDisk()
        session.place.write("mine", to: "precious")
        session.crash(Self.recording("b.mov"), files: ["b.mov"])
        unlink(session.path + "/UNFINISHED")
        link(session.place.path + "/precious", session.path + "/UNFINISHED")
        #expect(throws: RecoveryFailure.self) { try recover(session, [:]) }
        #expect(session.place.text("precious") == "mine")
    }

    @Test func `a session that is a link is not entered`() throws {
        let session = try SessionOnDisk("real")
        session.crash(Self.recording("b.mov"), files: ["b.mov"])
        symlink("real", session.place.path + "/link")
        #expect(throws: RecoveryFailure.self) {
            try SessionRecovery(SessionOnDisk.tools()).recover(session.place.path + "/link")
        }
        #expect(session.contents.contains("UNFINISHED"))
        #expect(SessionFolder.isSession(session.place.path + "/link"))
        #expect(SessionFolder.unfinished(in: session.place.path) == [session.path])
    }

    /// A movie with space for chapters: ftyp, moov with mvhd and udta, free, mdat.
    private static let movie =
        "\0\0\0\u{C}ftyp\0\0\0\0\0\0\0\u{24}moov\0\0\0\u{B}mvhd123\0\0\0\u{11}udta\0\0\0\u{9}meta4\0\0\0\u{78}free"
        + String(repeating: "\0", count: 112) + "\0\0\0\u{9}mdat7"

    /// A file elsewhere, one with a second name (hard link), and the session's own.
    @Test(arguments: [("PLACE/precious.mov", false), ("linked.mov", false), ("own.mov", true)])
    func `chapters are written into no other file`(listed: String, isWritten: Bool) throws {
        let session = try SessionOnDisk()
        let path = listed.replacing("PLACE", with: session.place.path)
        let mark = Line.entry(.marked, at: 2, Line.fields(("at", Line.time(2)), ("text", "here")))
        session.crash(
            Self.recording(path) + [mark, Line.entry(.fileFinished, at: 11, Self.closing(path))], files: [])
        for file in [session.place.path + "/precious.mov", session.path + "/own.mov"] { write(Self.movie, to: file) }
        link(session.place.path + "/precious.mov", session.path + "/linked.mov")
        _ = try recover(session, [:])
        #expect(read(session.place.path + "/precious.mov") == Self.movie)
        #expect((read(session.path + "/own.mov") != Self.movie) == isWritten)
    }

    private static func closing(_ path: String) -> [JSONValue.Member] {
        Line.fields(
            ("output", "back"), ("segment", .count(0)), ("file", .string(path)), ("frames", .count(300)),
            ("start", Line.time(1)), ("end", Line.time(11)))
    }

    private func write(_ text: String, to path: String) {
        guard let stream = fopen(path, "w") else { return }
        fwrite(Array(text.utf8), 1, text.utf8.count, stream)
        fclose(stream)
    }

    private func read(_ path: String) -> String? {
        guard let stream = fopen(path, "r") else { return nil }
        defer { fclose(stream) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        return String(decoding: bytes[..<fread(&bytes, 1, bytes.count, stream)], as: UTF8.self)
    }
}

extension ListedSession {
    fileprivate var reason: String? {
        if case .unreadable(let failure) = state { failure.message } else { nil }
    }
}
