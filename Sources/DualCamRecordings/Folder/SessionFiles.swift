import DualCamConfig
import DualCamPlan

/// The files in a session's folder, compared with the files that the ledger lists. The session's own records are not
/// included. Files that the ledger does not list may or may not belong to the session.
package struct SessionFiles {
    private let record: SessionRecord
    private let directory: SessionDirectory
    /// The names of the files that neither the ledger nor `session.json` lists, sorted.
    let unlisted: [String]

    /// Lists the files in a session's folder. Blocks. Throws if the folder cannot be read.
    package init(_ record: SessionRecord, in directory: SessionDirectory) throws(FolderFailure) {
        (self.record, self.directory) = (record, directory)
        let known = Set(record.history.files.map { record.listedName(of: $0.path) })
        let journal = Set(FileName.journal.map(\.text))
        unlisted = try directory.names().filter { !journal.contains($0) && !known.contains($0) }
    }

    /// Returns the names in `unlisted` that do not match the file names of any output.
    func foreign() -> [String] { unlisted.filter { file(named: $0) == nil } }

    /// The number of unlisted files that do not match any output's file names but have an extension of recorded files.
    package var foreignRecordings: Int { foreign().count { FileName($0)?.isRecording == true } }

    /// Returns the unlisted files that match the file names of an output and therefore belong to the session.
    package func unknown() -> [RecordedFile] { unlisted.compactMap(file) }

    private func file(named name: String) -> RecordedFile? {
        let path = record.folder + "/" + name
        guard let own = FileName(name), own.isRecording, directory.size(of: own) != nil,
            let found = output(of: name)
        else { return nil }
        let segment = found.segment ?? record.history.nextSegment
        return RecordedFile(
            FileRequest(output: found.output, segment: segment, path: path), part: record.history.part(of: segment))
    }

    /// Returns the output whose file names are most similar to a name that is not listed, and the segment number in
    /// that name. Returns `nil` if no output has similar names, or if several have equally similar ones.
    private func output(of name: String) -> (output: OutputName, segment: Int?)? {
        if let first = record.history.firstNames.first(where: { $0.value == name }) { return (first.key, 0) }
        guard let numbered = NumberedName(name) else { return nil }
        let likeness = examples.compactMap { output, example in
            NumberedName(example).flatMap { $0.likeness(to: numbered) }.map { (output: output, likeness: $0) }
        }
        guard let most = likeness.map(\.likeness).max() else { return nil }
        let nearest = Set(likeness.filter { $0.likeness == most }.map(\.output))
        guard let output = nearest.first, nearest.count == 1 else { return nil }
        return (output, numbered.last)
    }

    /// Pairs of an output and an example of its file names: each listed name, and the names of the first and of later
    /// segments.
    private var examples: [(OutputName, String)] {
        let firstNames = record.history.firstNames.flatMap { output, name in
            // Later segments have a number even if the first has none.
            let dot = name.lastIndex(of: ".") ?? name.endIndex
            return [(output, name), (output, name[..<dot] + "_000" + name[dot...])]
        }
        return record.history.files.map { ($0.output, record.listedName(of: $0.path)) } + firstNames
    }
}

/// A file name, split into its numbers and the text between them. The names of one output's segments differ only in the
/// numbers.
struct NumberedName: Equatable {
    private let words: [String]
    private let numbers: [String]

    /// Splits a file name into numbers and text. Returns `nil` for a name without a number, because a segment's name
    /// has one.
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

    /// The lengths of the numbers in the file name, in digits. The last number counts as having at most three digits.
    private var lengths: [Int] { numbers.dropLast().map(\.count) + numbers.suffix(1).map { min(3, $0.count) } }

    /// The last number in the file name, which is the segment's number; `nil` if it is not a possible segment number.
    var last: Int? { numbers.last.flatMap { Int($0) }.flatMap { (0...1 << 31).contains($0) ? $0 : nil } }

    /// Returns how many numbers are equal in two file names; `nil` if the texts between the numbers, or the lengths of
    /// the numbers, differ. The last numbers may have different lengths of three digits or more, because segment 1000
    /// follows segment 999.
    func likeness(to other: NumberedName) -> Int? {
        guard words == other.words, lengths == other.lengths else { return nil }
        return zip(numbers, other.numbers).reduce(0) { $0 + ($1.0 == $1.1 ? 1 : 0) }
    }
}

extension RecordedFile {
    /// The recorded file's name without the path to it.
    package var name: String { Disk.name(of: path) }
}

extension SessionRecord {
    /// Returns a file's name as the ledger and `session.json` list it: the plain name within the session's folder,
    /// otherwise the path.
    func listedName(of path: String) -> String {
        RecordedFile.name(path, in: folder)
    }
}
