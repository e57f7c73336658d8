public import DualCamConfig
public import DualCamPlan

/// What a session's ledger tells of its past: what a new worker goes on from, and what a recovery and an audit are about.
public struct SessionHistory: Sendable, Equatable {
    /// What one worker recorded without a break. Running times belong to their part: each worker's begin at 0.
    public struct Part: Sendable, Equatable {
        /// The common instant at which the part's files begin.
        public var start: RunningTime
        /// The common end; `nil` when the worker was lost before there was one.
        public var end: RunningTime?
        /// Unix nanoseconds at running time 0.
        public var wallOffset: Int64

        public init(start: RunningTime, end: RunningTime?, wallOffset: Int64) {
            (self.start, self.end, self.wallOffset) = (start, end, wallOffset)
        }
    }

    /// Frames lost in a branch.
    public struct Loss: Sendable, Equatable {
        public var branch: BranchName
        public var output: OutputName?
        public var count: Int

        public init(branch: BranchName, output: OutputName?, count: Int) {
            (self.branch, self.output, self.count) = (branch, output, count)
        }
    }

    /// A stretch of a part in which a camera, the microphone or an output was not there.
    public struct Absence: Sendable, Equatable {
        public enum Subject: Sendable, Hashable {
            case input(InputName)
            case output(OutputName)
        }

        public var subject: Subject
        public var part: Int
        /// The word in the ledger, where there is one.
        public var reason: String?
        public var from: RunningTime
        /// `nil`: to the part's end.
        public var to: RunningTime?
    }

    /// A stretch between two parts in which nothing was recorded.
    public struct Gap: Sendable, Equatable {
        /// ISO 8601.
        public var from: String
        public var to: String
        public var nanoseconds: Int64
        public var reason: String
    }

    public var parts: [Part] = []
    /// Every file that was begun and not given up, in the order in which they were begun.
    public private(set) var files: [RecordedFile] = []
    /// Each file's index by its path: sessions of weeks have ten thousand files.
    private var places: [String: Int] = [:]
    /// In the order in which the branches first lost a frame.
    public var dropped: [Loss] = []
    /// The same by part.
    public var droppedByPart: [Int: [Loss]] = [:]
    /// Pictures that stand in the combined picture more than once.
    public var repeated: [Loss] = []
    public var absences: [Absence] = []
    public var gaps: [Gap] = []
    /// In the order in which the stretches began; those of an output do not overlap.
    public var thinned: [Thinning] = []
    /// What was shed, likewise.
    public var shed: [ShedStretch] = []
    /// In the order in which they were made.
    public internal(set) var marks: [Mark] = []
    var pausesByPart: [Int: CutList] = [:]
    /// Paths of files that a recovery read again, and of those among them that cannot be played.
    public var recovered: Set<String> = []
    public var unplayable: Set<String> = []
    /// Those of the unplayable whose beginning the crash forestalled: nothing of them is lost.
    public var unbegun: Set<String> = []
    /// How the sessions' outputs are called, in their order.
    public var outputs: [OutputName] = []
    /// The clock of the last part.
    public var clock: String?
    /// The reason of the end, when there was one.
    public var reason: String?
    /// How many workers were lost.
    public var workersLost = 0
    /// Where each common segment of the last part begins, by its number.
    var boundaries: [Int: RunningTime] = [:]
    /// The session's folder as the ledger names it: sessions may be moved.
    var recordedFolder: String?

    public init() {}

    /// Appends a file, unless there is one of its path.
    mutating func add(_ file: RecordedFile) {
        guard places[file.path] == nil else { return }
        places[file.path] = files.count
        files.append(file)
    }

    mutating func change(_ path: String, _ edit: (inout RecordedFile) -> Void) {
        if let index = places[path] { edit(&files[index]) }
    }

    /// Moves what was announced before a pause.
    mutating func moveBoundaries(behind from: RunningTime, by length: Duration, of isMeant: (RecordedFile) -> Bool) {
        for index in files.indices where isMeant(files[index]) {
            if let boundary = files[index].boundary, boundary > from { files[index].boundary = boundary + length }
        }
        for (number, boundary) in boundaries where boundary > from { boundaries[number] = boundary + length }
    }

    mutating func forget(where isGone: (RecordedFile) -> Bool) {
        guard files.contains(where: isGone) else { return }
        files.removeAll(where: isGone)
        places = Dictionary(uniqueKeysWithValues: files.indices.map { (files[$0].path, $0) })
    }

    /// The number no file has yet.
    public var nextSegment: Int { (files.map(\.segment).max() ?? -1) + 1 }

    /// The part that is recorded now, counted from 0.
    var currentPart: Int { max(0, parts.count - 1) }

    /// Where a file begins of which only its number is known: at its segment's boundary, else at the end of its output's
    /// file before.
    func beginning(of segment: Int, _ output: OutputName) -> RunningTime? {
        let before = files.filter { $0.part == currentPart && $0.output == output && $0.segment < segment }
        return boundaries[segment] ?? before.compactMap(\.summary?.end).max()
    }

    /// Where the first frame of a half file is. A boundary lies up to a frame before it: where the file before ended is
    /// more exact.
    func start(of file: RecordedFile, holding content: FileContent) -> RunningTime {
        let part = parts.indices.contains(file.part) ? parts[file.part].start : nil
        let pauses = pauses(in: file.part)
        guard let told = file.boundary ?? part else { return RunningTime(nanoseconds: 0) }
        let boundary = pauses.running(pauses.recorded(told), .behind)
        guard file.boundary != nil else { return boundary }
        let frame = (content.end &- content.first) / Int64(max(1, content.frames + content.missing))
        let ends = files.filter { $0.part == file.part && $0.output == file.output && $0.path != file.path }
            .compactMap(\.summary?.end)
        return ends.first { (0...frame).contains($0.nanoseconds &- boundary.nanoseconds) } ?? boundary
    }

    /// Where a file's name in the ledger leads: `folder` is where the session is now.
    func path(of name: String, in folder: String) -> String {
        guard name.hasPrefix("/") || name.contains("/") else { return folder + "/" + name }
        guard let recordedFolder, name.hasPrefix(recordedFolder + "/") else { return name }
        return folder + name.dropFirst(recordedFolder.count)
    }
}
