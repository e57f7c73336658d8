import DualCamConfig
import DualCamPlan

/// The files in a session's folder beside its journal: its own ones, lost ones and foreign ones.
struct SessionFiles {
    private let record: SessionRecord
    private let directory: SessionDirectory
    /// Names that neither ledger nor `session.json` lists, sorted.
    let unlisted: [String]

    init(_ record: SessionRecord, in directory: SessionDirectory) throws(FolderFailure) {
        (self.record, self.directory) = (record, directory)
        let known = Set(record.history.files.map { record.listedName(of: $0.path) })
        let journal = Set(FileName.journal.map(\.text))
        unlisted = try directory.names().filter { !journal.contains($0) && !known.contains($0) }
    }

    /// Names that no output's files have.
    func foreign() -> [String] { unlisted.filter { file(named: $0) == nil } }

    /// Files of the session that its ledger has lost.
    func unknown() -> [RecordedFile] { unlisted.compactMap(file) }

    private func file(named name: String) -> RecordedFile? {
        let path = record.folder + "/" + name
        guard let own = FileName(name), own.isRecording, directory.size(of: own) != nil,
            let numbered = NumberedName(name)
        else { return nil }
        let likeness = record.history.files.compactMap { file in
            NumberedName(record.listedName(of: file.path)).flatMap { $0.likeness(to: numbered) }
                .map { (file: file, likeness: $0) }
        }
        guard let most = likeness.map(\.likeness).max() else { return nil }
        let nearest = likeness.filter { $0.likeness == most }.map(\.file)
        guard let first = nearest.first, nearest.allSatisfy({ $0.output == first.output }) else { return nil }
        let segment = numbered.last ?? record.history.nextSegment
        return RecordedFile(
            FileRequest(output: first.output, segment: segment, path: path), part: record.history.part(of: segment))
    }
}

/// A file's name as words and the numbers between them: segments of one output differ in the numbers alone.
struct NumberedName: Equatable {
    private let words: [String]
    private let numbers: [String]

    /// `nil` for a name that has no number: it cannot be one of many.
    init?(_ name: String) {
        var words = [""]
        var numbers: [String] = []
        for character in name {
            if character.isASCII, character.isNumber {
                if words.count > numbers.count { numbers.append("") }
                numbers[numbers.count - 1].append(character)
            } else {
                if words.count == numbers.count { words.append("") }
                words[words.count - 1].append(character)
            }
        }
        guard !numbers.isEmpty else { return nil }
        (self.words, self.numbers) = (words, numbers)
    }

    /// `nil` for a number that no segment has.
    var last: Int? { numbers.last.flatMap { Int($0) }.flatMap { (0...1 << 31).contains($0) ? $0 : nil } }

    /// Counts the numbers that two names of the same words share; `nil` when the words differ, or the numbers' lengths.
    func likeness(to other: NumberedName) -> Int? {
        guard words == other.words, numbers.map(\.count) == other.numbers.map(\.count) else { return nil }
        return zip(numbers, other.numbers).reduce(0) { $0 + ($1.0 == $1.1 ? 1 : 0) }
    }
}

extension RecordedFile {
    /// The path's last name.
    package var name: String { Disk.name(of: path) }
}

extension SessionRecord {
    /// Returns a file's name as it stands in ledger and `session.json`: the name within the folder, else the path.
    func listedName(of path: String) -> String {
        RecordedFile.name(path, in: folder)
    }
}
