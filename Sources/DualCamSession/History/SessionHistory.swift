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

    public var parts: [Part] = []
    /// Every file that was begun and not given up, in the order in which they were begun.
    public var files: [RecordedFile] = []
    /// In the order in which the branches first lost a frame.
    public var dropped: [Loss] = []

    public init() {}

    /// The number no file has yet.
    public var nextSegment: Int { (files.map(\.segment).max() ?? -1) + 1 }
}
