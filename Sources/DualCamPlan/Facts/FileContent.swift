/// What a recorded file holds, read without decoding it.
public struct FileContent: Sendable, Equatable {
    /// Video frames in the file.
    public var frames: Int
    /// Times in the file, in nanoseconds: of the first frame, and of the last one's end.
    public var first: Int64
    public var end: Int64
    /// Frames that are missing between two others, by the usual distance of this file's frames.
    public var missing: Int
    /// Frames between two others that were left out on purpose, as far as that has been looked into.
    public var leftOut = 0
    /// The frames' times in the file, in their order; only while they are looked into.
    public var times: [Int64] = []
    /// Why reading ended before the file's end; `nil` when all of it could be read.
    public var problem: String?

    public init(frames: Int, first: Int64 = 0, end: Int64 = 0, missing: Int = 0, problem: String? = nil) {
        (self.frames, self.first, self.end) = (frames, first, end)
        (self.missing, self.problem) = (missing, problem)
    }

    public var isPlayable: Bool { frames > 0 }
}
