import DualCamPlan

/// The files of a session, in the order in which they were begun, each found by its path: sessions of weeks have ten thousand.
struct FileIndex: Sendable, Equatable {
    /// No more files or segments than these are announced at a time: where one is moved, only the newest are looked at. A ledger may
    /// hold thousands of segments and of pauses.
    fileprivate static let mostAnnounced = 100

    private(set) var files: [RecordedFile] = []
    private var places: [String: Int] = [:]
    private var givenUp: Set<Int> = []

    /// Appends a file, unless there is one of its path.
    mutating func add(_ file: RecordedFile) {
        guard places[file.path] == nil || planted(.sameFileTwice) else { return }
        places[file.path] = files.count
        files.append(file)
    }

    func file(at path: String) -> RecordedFile? { places[path].map { files[$0] } }

    mutating func change(_ path: String, _ edit: (inout RecordedFile) -> Void) {
        if let index = places[path] { edit(&files[index]) }
    }

    /// Moves the beginnings that were announced before a pause.
    mutating func moveBoundaries(behind from: RunningTime, by length: Duration, of isMeant: (RecordedFile) -> Bool) {
        for index in files.indices.suffix(Self.mostAnnounced) where isMeant(files[index]) {
            if let boundary = files[index].boundary, boundary > from || planted(.boundaryBeforePauseMoves) {
                files[index].boundary = boundary + length
            }
        }
    }

    /// A file without a frame: it leaves the list with the next `sweep`.
    mutating func giveUp(_ path: String) {
        if let index = places.removeValue(forKey: path) { givenUp.insert(index) }
    }

    /// Takes what was given up out of the list, all of it at once.
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

/// The beginnings of a part's common segments, by their numbers.
struct SegmentBoundaries: Sendable, Equatable {
    private var times: [Int: RunningTime] = [:]
    private var newest = 0

    subscript(segment: Int) -> RunningTime? { times[segment] }

    mutating func announce(_ segment: Int, at time: RunningTime?) {
        times[segment] = time
        newest = max(newest, segment)
    }

    /// Moves those that were announced before a pause.
    mutating func move(behind from: RunningTime, by length: Duration) {
        for number in (newest - FileIndex.mostAnnounced)...newest {
            if let time = times[number], time > from { times[number] = time + length }
        }
    }
}
