import DualCamPlan

/// The files of a session in the order in which they were begun, indexed by path to avoid searches. A session of
/// several weeks has ten thousand files.
struct FileIndex: Sendable, Equatable {
    /// The maximum number of files or segments that are announced before they begin. When a pause delays announced
    /// files, only this many of the newest are checked, because a ledger may contain thousands of segments and pauses.
    fileprivate static let mostAnnounced = 100

    private(set) var files: [RecordedFile] = []
    private var places: [String: Int] = [:]
    private var givenUp: Set<Int> = []

    /// Appends a recorded file to the list, unless a file with the same path is already in it.
    mutating func add(_ file: RecordedFile) {
        guard places[file.path] == nil || planted(.sameFileTwice) else { return }
        places[file.path] = files.count
        files.append(file)
    }

    func file(at path: String) -> RecordedFile? { places[path].map { files[$0] } }

    mutating func change(_ path: String, _ edit: (inout RecordedFile) -> Void) {
        if let index = places[path] { edit(&files[index]) }
    }

    /// Delays the announced start of files by `length`, the length of a pause. This applies to files for which
    /// `isMeant` returns true and that would begin after `from`, the beginning of the pause.
    mutating func moveBoundaries(behind from: RunningTime, by length: Duration, of isMeant: (RecordedFile) -> Bool) {
        for index in files.indices.suffix(Self.mostAnnounced) where isMeant(files[index]) {
            if let boundary = files[index].boundary, boundary > from || planted(.boundaryBeforePauseMoves) {
                files[index].boundary = boundary + length
            }
        }
    }

    /// Marks a recorded file for removal from the list, because it has no frames. The next call of `sweep` removes it.
    mutating func giveUp(_ path: String) {
        if let index = places.removeValue(forKey: path) { givenUp.insert(index) }
    }

    /// Removes from the list, in one pass, all files that `giveUp` marked.
    mutating func sweep() {
        guard !givenUp.isEmpty else { return }
        keep(files.indices.filter { !givenUp.contains($0) }.map { files[$0] })
        givenUp = []
    }

    mutating func forget(where isGone: (RecordedFile) -> Bool) {
        sweep()
        if files.contains(where: isGone) { keep(files.filter { !isGone($0) }) }
    }

    private mutating func keep(_ left: [RecordedFile]) {
        files = left
        places = Dictionary(uniqueKeysWithValues: files.indices.map { (files[$0].path, $0) })
    }
}

/// The start times of a part's segments, by segment number.
struct SegmentBoundaries: Sendable, Equatable {
    private var times: [Int: RunningTime] = [:]
    private var newest = 0

    subscript(segment: Int) -> RunningTime? { times[segment] }

    mutating func announce(_ segment: Int, at time: RunningTime?) {
        times[segment] = time
        newest = max(newest, segment)
    }

    /// Delays all announced segment boundaries after `from`, the beginning of a pause, by `length`, the length of the
    /// pause.
    mutating func move(behind from: RunningTime, by length: Duration) {
        for number in (newest - FileIndex.mostAnnounced)...newest {
            if let time = times[number], time > from { times[number] = time + length }
        }
    }
}
