/// The facts about a recorded file that can be read without decoding it.
package struct FileContent: Sendable, Equatable {
    /// The number of video frames that the file contains.
    package var frames: Int
    /// The time of the first frame within the file, in nanoseconds.
    package var first: Int64
    /// The end of the last frame within the file, in nanoseconds.
    package var end: Int64
    /// The number of missing frames within the file, computed from the usual interval between its frames.
    package var missing: Int
    /// The number of frames that dualcam dropped on purpose within the file; 0 if this was not examined.
    package var leftOut = 0
    /// The number of missing frames that were due while the machine or the process was suspended; `nil` if this was not
    /// examined.
    package var frozen: Int?
    /// The times of the file's frames in order, in nanoseconds; available only while the file is being examined.
    package var times: [Int64] = []
    /// The reason why the file could be read only in part; `nil` if all of it could be read.
    package var problem: String?
    /// The output and the start time of the file according to its tags; `nil` if dualcam did not write the file.
    package var origin: FileOrigin?

    package init(frames: Int, first: Int64 = 0, end: Int64 = 0, missing: Int = 0, problem: String? = nil) {
        (self.frames, self.first, self.end) = (frames, first, end)
        (self.missing, self.problem) = (missing, problem)
    }

    package var isPlayable: Bool { frames > 0 }

    /// The duration in nanoseconds from the file's first frame to the end of its last frame.
    package var length: Int64 { end -| first }
}

/// The tags that dualcam writes into every recorded file to identify its origin.
package struct FileOrigin: Sendable, Equatable {
    /// The value of the tag `application-name` in dualcam's files.
    package static let program = "dualcam"

    /// The name of the output to which the file belongs.
    package var output: String
    /// The time at which the file was started, as ISO 8601; `nil` if the tags do not contain it.
    package var begun: String?

    package init(output: String, begun: String? = nil) { (self.output, self.begun) = (output, begun) }

    /// Reads the origin of a file from its tags.
    ///
    /// - Parameters:
    ///   - title: the title, `NAME OUTPUT`, or in Matroska `NAME/OUTPUT`.
    ///   - program: the name of the program that wrote the file (the tag `application-name`).
    ///   - begun: the time at which the file was started, as ISO 8601; `nil` if the tags do not contain it.
    /// - Returns: `nil` if another program wrote the file, or if the title does not name an output.
    package init?(title: String?, program: String?, begun: String?) {
        guard program == Self.program, let title,
            let output = title.split(whereSeparator: { $0 == " " || $0 == "/" }).last
        else { return nil }
        self.init(output: String(output), begun: begun)
    }
}
