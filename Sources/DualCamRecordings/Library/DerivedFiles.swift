import DualCamConfig
import DualCamPlan
import Glibc

/// The files derived from a session's recorded files for viewers, such as thumbnails, in the subfolder `.dualcam` of
/// the session's folder. A derived file is made again if it is missing or if its recorded file has changed. The
/// subfolder also contains the session's title and tags. All calls block.
package struct DerivedFiles: Sendable {
    /// The kinds of derived files, with the suffixes of their names.
    package enum Kind: String, Sendable, CaseIterable {
        /// A JSON file with facts about the recorded file's streams and about its other derived files. It is written
        /// after these.
        case facts = ".json"
        case poster = ".poster.jpg"
        case strip = ".strip.jpg"
        case waveform = ".waveform.json"
        case proxy = ".proxy.mp4"
        /// A file that identifies the recorded content from which the proxy (a copy that every browser plays) was made.
        /// It is written after the proxy.
        case proxyFacts = ".proxy.json"
    }

    static let draft = ".draft"
    private static let longestTitle = 200
    private static let largestTags: Int64 = 1 << 16
    private static let largestFacts: Int64 = 1 << 20
    private static let largestBackups: Int64 = 1 << 26
    private static let kept: Set<FileName> = [.title, .links, .tags, .backups, .published]
    /// The prefix of the names of notes about files that jobs made, such as an export. A number and `.json` follow the
    /// prefix.
    private static let made = "made-"
    private static let mostMade = 999
    /// The maximum size, in bytes, of a note about a file that a job made; a note contains two names and some numbers.
    /// The limit matters because a folder from an untrusted source may contain a note for every number.
    private static let largestNote: Int64 = 1 << 13
    let session: SessionDirectory

    package init(_ session: SessionDirectory) { self.session = session }

    /// True when the session's folder of derived files (`.dualcam`) exists.
    var isThere: Bool { existing != nil }

    /// Returns the JSON of the derived file `kind` of a recorded file; `nil` if it is missing, or if it was derived
    /// from content other than `known`.
    func facts(of file: String, _ known: SessionLibrary.Facts, _ kind: Kind = .facts) -> JSONValue? {
        json(Self.name(kind, of: file)).flatMap { $0["of"] == known.mark ? $0 : nil }
    }

    /// Opens a derived file of a recorded file, such as its thumbnail. Returns `nil` if the derived file is missing.
    func open(_ kind: Kind, of file: String) throws(FolderFailure) -> HeldFile? {
        guard let name = Self.name(kind, of: file) else { return nil }
        return try session.folder(.derived)?.open(name, for: .reading)
    }

    /// Writes a derived file for a recorded file, replacing an earlier version.
    func write(_ bytes: [UInt8], _ kind: Kind, of file: String) throws(FolderFailure) {
        guard let name = Self.name(kind, of: file), let draft = name.appending(Self.draft) else {
            throw FolderFailure(.write, path: file, refusal: .name)
        }
        try session.folder(.derived, creating: true)?.replace(name, with: bytes, by: draft, isLasting: false)
    }

    func write(_ content: DerivedContent, _ facts: JSONValue, of file: String) throws(FolderFailure) {
        if let poster = content.poster { try write(poster, .poster, of: file) }
        if let strip = content.strip { try write(strip.jpeg, .strip, of: file) }
        if let waveform = content.waveform { try write(Array(waveform.json.line.utf8), .waveform, of: file) }
        try write(Array((facts.line + "\n").utf8), .facts, of: file)
    }

    func hasProxy(of file: String, _ known: SessionLibrary.Facts) -> Bool {
        facts(of: file, known, .proxyFacts) != nil
    }

    /// Makes a proxy under a temporary name and renames it once it is complete. `making` writes it to `target`, with
    /// `scratch` for temporary data, and returns the reason if it fails. Returns that reason, otherwise `nil`.
    func makeProxy(
        of file: String, _ known: SessionLibrary.Facts, _ making: (_ target: HeldFile, _ scratch: HeldFile) -> String?
    ) throws(FolderFailure) -> String? {
        guard let name = Self.name(.proxy, of: file), let draft = name.appending(Self.draft),
            let other = Self.name(.proxyFacts, of: file)?.appending(Self.draft)
        else { throw FolderFailure(.write, path: file, refusal: .name) }
        guard let folder = try session.folder(.derived, creating: true) else { return nil }
        let (target, scratch) = (try folder.createNew(draft), try folder.createNew(other))
        // The file `scratch` needs no name. Without a name, its space is freed however this function ends.
        try folder.remove(other)
        if let problem = making(target, scratch) {
            try folder.remove(draft)
            return problem
        }
        try target.synchronise()
        try folder.remove(name)
        try folder.move(draft, to: name)
        let facts = JSONValue.of(["of": known.mark])
        try write(Array((facts.line + "\n").utf8), .proxyFacts, of: file)
        return nil
    }

    func removeProxyDraft(of file: String) throws(FolderFailure) {
        guard let draft = Self.name(.proxy, of: file)?.appending(Self.draft) else { return }
        try session.folder(.derived)?.remove(draft)
    }

    /// The title that a user gave to the session; `nil` for none.
    package var title: String? {
        existing?.knownText(of: .title, upTo: Int64(4 * Self.longestTitle)).flatMap(Self.titled)
    }

    /// Returns the text if it is valid as a title: printable, on one line, at most 200 characters; otherwise `nil`.
    static func titled(_ text: String) -> String? {
        let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 32 && !(127..<160).contains($0.value) }
        return isPlain && (1...longestTitle).contains(text.count) && text.utf8.count <= 4 * longestTitle ? text : nil
    }

    /// Changes the session's title.
    ///
    /// - Parameter title: The new title; `nil` removes the title.
    func rename(to title: String?) throws(FolderFailure) { try keep(title, as: .title) }

    /// The tags and the rating of the session.
    package var tags: SessionTags { json(.tags, upTo: Self.largestTags).map { SessionTags($0) } ?? SessionTags() }

    func write(_ tags: SessionTags) throws(FolderFailure) {
        try keep(tags.isEmpty ? nil : tags.json.line + "\n", as: .tags)
    }

    /// The backups of the session, including incomplete ones.
    package var backups: [SessionBackup] { SessionBackup.all(in: json(.backups, upTo: Self.largestBackups)) }

    package func write(_ backups: [SessionBackup]) throws(FolderFailure) {
        try keep(SessionBackup.json(of: backups).line + "\n", as: .backups)
    }

    /// The publications of the session to other services.
    package var publications: [Publication] { Publication.all(in: json(.published)) }

    package func write(_ publications: [Publication]) throws(FolderFailure) {
        try keep(Publication.json(of: publications).line + "\n", as: .published)
    }

    /// The notes about files that jobs made from the session, ordered by number (`id`).
    var notes: [(id: Int, note: MadeFile.Note)] {
        (existing?.knownNames ?? []).compactMap(Self.number).sorted().compactMap { id in note(id).map { (id, $0) } }
    }

    func note(_ id: Int) -> MadeFile.Note? {
        json(Self.made(id), upTo: Self.largestNote).flatMap { MadeFile.Note($0) }
    }

    func add(_ note: MadeFile.Note) throws(FolderFailure) {
        guard let folder = try session.folder(.derived, creating: true) else { return }
        let last = try folder.names().compactMap(Self.number).max() ?? 0
        // Another process may take the same number at the same time.
        for id in (last + 1)..<(last + 100) where id <= Self.mostMade {
            guard let name = Self.made(id), !folder.has(name) else { continue }
            let file: HeldFile
            do throws(FolderFailure) { file = try folder.create(name) } catch {
                guard error.refusal == .taken else { throw error }
                continue
            }
            try file.write(note.json.line + "\n")
            return try file.synchronise()
        }
        throw FolderFailure(.write, path: folder.path, errorNumber: ENOSPC)
    }

    func removeNote(_ id: Int) throws(FolderFailure) {
        if let name = Self.made(id) { try session.folder(.derived)?.remove(name) }
    }

    private static func made(_ id: Int) -> FileName? { FileName("\(made)\(id).json") }

    /// Returns the number in the file name of a note about a made file; `nil` for any other name.
    private static func number(_ name: String) -> Int? {
        guard name.hasPrefix(made), name.hasSuffix(".json"),
            let id = Int(name.dropFirst(made.count).dropLast(5)), (1...mostMade).contains(id),
            Self.made(id)?.text == name
        else { return nil }
        return id
    }

    /// Returns the stored JSON of the links that show the session to viewers; `nil` if none are stored.
    func links() throws(FolderFailure) -> JSONValue? {
        let text = try session.folder(.derived)?.text(of: .links, upTo: Self.largestFacts)
        return text.flatMap { JSONValue(ifJSON: $0) }
    }

    func write(links: JSONValue) throws(FolderFailure) {
        try keep(links.line + "\n", as: .links, mode: FileMode.secret)
    }

    /// Writes a text file among the session's derived files, replacing an earlier one. A text of `nil` removes the
    /// file.
    private func keep(_ text: String?, as name: FileName, mode: UInt32? = nil) throws(FolderFailure) {
        guard let text, let draft = name.appending(Self.draft) else {
            try session.folder(.derived)?.remove(name)
            return
        }
        try session.folder(.derived, creating: true)?.replace(name, with: text.utf8, by: draft, mode: mode)
    }

    private func json(_ name: FileName?, upTo limit: Int64 = DerivedFiles.largestFacts) -> JSONValue? {
        name.flatMap { existing?.knownText(of: $0, upTo: limit) }.flatMap { JSONValue(ifJSON: $0) }
    }

    /// The total size of all files derived from the session's recorded files, in bytes.
    var bytes: Int64 { sum(\.size) }

    /// The number of bytes that the files derived from the session's recorded files occupy on the disk.
    var occupied: Int64 { sum(\.occupied) }

    private func sum(_ size: KeyPath<FileFacts, Int64>) -> Int64 {
        let folder = existing
        return (folder?.knownNames ?? []).reduce(0) { sum, name in
            sum +| (Self.own(name).flatMap { folder?.knownFacts(of: $0) }?[keyPath: size] ?? 0)
        }
    }

    /// Deletes all derived files and notes of the session, and the subfolder `.dualcam` if it is then empty. Files with
    /// names that dualcam does not use are kept.
    func remove() throws(FolderFailure) {
        guard let folder = try session.folder(.derived) else { return }
        for name in try folder.names() {
            if let own = Self.own(name) { try folder.remove(own) }
        }
        session.removeEmptyFolder(.derived)
    }

    private var existing: SessionDirectory? {
        do throws(FolderFailure) { return try session.folder(.derived) } catch { return nil }
    }

    private static func name(_ kind: Kind, of file: String) -> FileName? { FileName(file)?.appending(kind.rawValue) }

    /// Returns the name as a `FileName` if dualcam gives such names to files in the subfolder `.dualcam`; otherwise
    /// `nil`.
    private static func own(_ name: String) -> FileName? {
        let whole = name.hasSuffix(draft) ? String(name.dropLast(draft.count)) : name
        let isOwn = Kind.allCases.contains { kind in
            whole.hasSuffix(kind.rawValue) && FileName(String(whole.dropLast(kind.rawValue.count)))?.isRecording == true
        }
        return isOwn || number(whole) != nil || RenderCheckpoint.isOwn(name)
            || FileName(whole).map(kept.contains) == true
            ? FileName(name) : nil
    }
}

extension SessionLibrary.OpenFile {
    /// The reason why derived content is discarded, as a phrase for users: its recorded file has changed in the
    /// meantime.
    static let change = "the file has changed meanwhile"

    /// True when the file has not been written to since it was opened.
    var isSame: Bool { file.known.map(SessionLibrary.Facts.init) == facts }
}

extension SessionLibrary.Facts {
    /// The identity of a file's content as JSON. It is stored with derived content, to find out later whether the file
    /// has changed. Keys: `inode`, `size`, `changed`.
    var mark: JSONValue { .of(["inode": Int64(bitPattern: inode), "size": size, "changed": changed]) }
}

extension SessionLibrary {
    /// Returns the derived facts about a session's recorded file as JSON, such as its codecs; `nil` if they are missing
    /// or outdated.
    package func derivedFacts(of name: String, in session: String) throws(LibraryFailure) -> JSONValue? {
        let open = try file(name, of: session)
        return try derived(of: session).facts(of: name, open.facts)
    }

    /// Opens a derived file of a session's recorded file. Returns `nil` if the derived file is missing.
    package func derived(
        _ kind: DerivedFiles.Kind, of name: String, in session: String
    ) throws(LibraryFailure) -> (file: HeldFile, facts: Facts)? {
        let derived = try derived(of: session)
        let file = try LibraryFailure.translate(derived.open(kind, of: name))
        guard let file, let facts = file.known else { return nil }
        return (file, Facts(facts))
    }

    /// Makes the derived files of a recorded file, except its proxy, if they are missing or outdated. `making` derives
    /// their content from the open file and its name. Throws `notMade` if the file changes meanwhile.
    package func derive(
        _ name: String, of session: String, making: (HeldFile, String) -> DerivedContent
    ) throws(LibraryFailure) {
        let open = try file(name, of: session)
        let derived = try derived(of: session)
        guard derived.facts(of: name, open.facts) == nil else { return }
        let content = making(open.file, name)
        guard open.isSame else { throw .notMade(OpenFile.change) }
        let facts = content.json(of: open.facts, in: open.container)
        try LibraryFailure.translate(derived.write(content, facts, of: name))
    }

    func derived(of session: String) throws(LibraryFailure) -> DerivedFiles {
        let path = try folder(of: session)
        return DerivedFiles(try LibraryFailure.translate(SessionDirectory(path)))
    }
}
