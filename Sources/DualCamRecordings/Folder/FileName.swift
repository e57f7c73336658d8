import DualCamConfig
import DualCamPlan

/// The name of a file in a session's folder: one of the session's own records, or a plain file name. The name cannot
/// refer to a file in another folder.
package struct FileName: Sendable, Hashable {
    static let mark = FileName(own: "UNFINISHED")
    static let ledger = FileName(own: "ledger.jsonl")
    /// The name of the temporary file in which a new ledger is written before it replaces the old one.
    static let ledgerDraft = FileName(own: "ledger.jsonl.new")
    package static let manifest = FileName(own: "session.json")
    /// The name under which a recovery keeps an unreadable `session.json` when it writes a new one.
    static let damagedManifest = FileName(own: "session-damaged.json")
    static let manifestDraft = FileName(own: ".session.json")
    /// The marker file in a fallback folder, which names the session that created the folder.
    static let fallbackMark = FileName(own: ".dualcam-session")
    /// The empty file that a recording creates and deletes again to learn whether its folder is still writable.
    package static let probe = FileName(own: ".dualcam-probe")
    /// The file that reserves disk space and a file entry (inode) for the session's own records.
    static let room = FileName(own: ".dualcam-room")
    /// The subfolder for files derived from the session's recorded files, such as thumbnails (`DerivedFiles`).
    package static let derived = FileName(own: ".dualcam")

    // The names of files in the subfolder `.dualcam`. The files contain what users assigned to the session, such as its
    // title, and facts about its copies elsewhere.
    static let title = FileName(own: "title")
    static let tags = FileName(own: "tags.json")
    static let links = FileName(own: "links.json")
    static let backups = FileName(own: "backup.json")
    static let published = FileName(own: "published.json")

    static let journal: Set<FileName> = [
        .mark, .ledger, .ledgerDraft, .manifest, .damagedManifest, .manifestDraft, .fallbackMark, .probe, .room,
        .derived,
    ]
    /// The names of the session's records that contain the pipeline file and texts by users. These files are readable
    /// only by the owner, or by the group with which the session is shared.
    static let records: Set<FileName> = [.ledger, .ledgerDraft, .manifest, .damagedManifest, .manifestDraft]
    /// The maximum length of a file name in bytes (`NAME_MAX`).
    private static let longest = 255

    /// The name, without any slash.
    package let text: String

    /// Creates a plain file name. Returns `nil` if the text is empty, longer than 255 bytes, or contains a slash or
    /// control characters. A text that begins with a dot is accepted only as the name of one of the session's own
    /// records.
    package init?(_ text: String) {
        let isPlain = text.unicodeScalars.allSatisfy { $0 != "/" && $0.value >= 32 && !(127..<160).contains($0.value) }
        guard !text.isEmpty, text.utf8.count <= Self.longest || planted(.tooLongTaken), isPlain else { return nil }
        self.text = text
        guard text.hasPrefix("."), !planted(.hiddenTaken), !Self.journal.contains(self) else { return }
        return nil
    }

    private init(own: String) { text = own }

    /// Returns true if the text can be the name of a folder within another folder, which is any name that the file
    /// system accepts. Sessions are listed and opened by such names.
    static func isFolder(_ text: String) -> Bool {
        let isName = !text.isEmpty && text != "." && text != ".." && text.utf8.count <= longest
        return isName && !text.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }

    /// Returns this file name with a suffix appended; `nil` if the result is not a plain file name.
    func appending(_ suffix: String) -> FileName? { FileName(text + suffix) }

    /// True when a recorded file can have this name, because its extension is that of a container format that dualcam
    /// writes.
    var isRecording: Bool {
        !Self.journal.contains(self) && Container.allCases.contains { text.hasSuffix("." + $0.rawValue) }
    }
}
