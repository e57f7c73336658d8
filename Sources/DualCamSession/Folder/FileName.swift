import DualCamConfig
import DualCamPlan

/// A name in a session's folder: one of the session's own records, or the plain name of a file. It never leads anywhere else.
struct FileName: Sendable, Hashable {
    static let mark = FileName(own: "UNFINISHED")
    static let ledger = FileName(own: "ledger.jsonl")
    /// A new ledger is written to this file before it takes the old one's place.
    static let ledgerDraft = FileName(own: "ledger.jsonl.new")
    static let manifest = FileName(own: "session.json")
    /// A manifest of which nothing can be read, when a recovery has made another.
    static let damagedManifest = FileName(own: "session-damaged.json")
    static let manifestDraft = FileName(own: ".session.json")
    /// Says in a fallback's folder which session made it.
    static let fallbackMark = FileName(own: ".dualcam-session")
    static let probe = FileName(own: ".dualcam-probe")
    /// Keeps room on the disk, and a place in its table of files, for the session's own records.
    static let room = FileName(own: ".dualcam-room")
    /// A folder of what was made of the session's files for those who look at them (`DerivedFiles`).
    static let derived = FileName(own: ".dualcam")

    // In that folder: what people have given to the session, and what is known of it elsewhere.
    static let title = FileName(own: "title")
    static let tags = FileName(own: "tags.json")
    static let links = FileName(own: "links.json")
    static let backups = FileName(own: "backup.json")
    static let published = FileName(own: "published.json")

    static let journal: Set<FileName> = [
        .mark, .ledger, .ledgerDraft, .manifest, .damagedManifest, .manifestDraft, .fallbackMark, .probe, .room,
        .derived,
    ]
    /// The records that tell what the pipeline file and the people who recorded have written.
    static let records: Set<FileName> = [.ledger, .ledgerDraft, .manifest, .damagedManifest, .manifestDraft]
    /// The length of the longest name as the kernel counts it (`NAME_MAX`).
    private static let longest = 255

    let text: String

    /// `nil` for what is no plain name: with a separator or a control character, hidden, empty, or too long.
    init?(_ text: String) {
        let isPlain = text.unicodeScalars.allSatisfy { $0 != "/" && $0.value >= 32 && !(127..<160).contains($0.value) }
        guard !text.isEmpty, text.utf8.count <= Self.longest || planted(.tooLongTaken), isPlain else { return nil }
        self.text = text
        guard text.hasPrefix("."), !planted(.hiddenTaken), !Self.journal.contains(self) else { return }
        return nil
    }

    private init(own: String) { text = own }

    /// True for the name of a folder in another: whatever the file system takes. Sessions are listed under such names, and reached by them.
    static func isFolder(_ text: String) -> Bool {
        let isName = !text.isEmpty && text != "." && text != ".." && text.utf8.count <= longest
        return isName && !text.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }

    /// The name with something behind it; `nil` when that is none.
    func appending(_ suffix: String) -> FileName? { FileName(text + suffix) }

    /// True when a file that was recorded may be called so: by the end of its name it is one of the containers that are written.
    var isRecording: Bool {
        !Self.journal.contains(self) && Container.allCases.contains { text.hasSuffix("." + $0.rawValue) }
    }
}
