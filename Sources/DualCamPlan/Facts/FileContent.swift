/// The content of a recorded file, read without decoding it.
package struct FileContent: Sendable, Equatable {
    /// The number of video frames in the file.
    package var frames: Int
    /// `first`, `end`: the times of the first frame and of the last frame's end within the file, in nanoseconds.
    package var first: Int64
    package var end: Int64
    /// The number of frames missing between the file's frames, computed from their usual distance.
    package var missing: Int
    /// The number of frames within the file that were left out on purpose, as far as that was examined.
    package var leftOut = 0
    /// The number of the file's missing frames that were due while the machine or the process was stopped; `nil` if
    /// that was not examined.
    package var frozen: Int?
    /// The times of the file's frames, in order; filled only while the file is examined.
    package var times: [Int64] = []
    /// The reason why reading ended before the end of the file; `nil` if the whole file could be read.
    package var problem: String?
    /// The origin of the file according to its own tags; `nil` for a file that dualcam did not write.
    package var origin: FileOrigin?

    package init(frames: Int, first: Int64 = 0, end: Int64 = 0, missing: Int = 0, problem: String? = nil) {
        (self.frames, self.first, self.end) = (frames, first, end)
        (self.missing, self.problem) = (missing, problem)
    }

    package var isPlayable: Bool { frames > 0 }

    /// The duration of the file's pictures from the first frame to the end of the last, in nanoseconds.
    package var length: Int64 { end -| first }
}

/// The tags about the origin of a file, which dualcam writes into every file that it records.
package struct FileOrigin: Sendable, Equatable {
    /// The value of the tag `application-name` in dualcam's files.
    package static let program = "dualcam"

    /// The name of the output that the file belongs to.
    package var output: String
    /// The time at which the file was begun, as ISO 8601; `nil` if the file does not contain it.
    package var begun: String?

    package init(output: String, begun: String? = nil) { (self.output, self.begun) = (output, begun) }

    /// Reads the origin from a file's tags.
    ///
    /// - Parameters:
    /// - title: `NAME OUTPUT`, or `NAME/OUTPUT` in Matroska.
    /// - program: the program that wrote the file.
    /// - Returns: `nil` for another program's file, and for a file whose title does not name an output.
    package init?(title: String?, program: String?, begun: String?) {
        guard program == Self.program, let title,
            let output = title.split(whereSeparator: { $0 == " " || $0 == "/" }).last
        else { return nil }
        self.init(output: String(output), begun: begun)
    }
}
