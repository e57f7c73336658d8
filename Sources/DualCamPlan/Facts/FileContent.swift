/// The content of a recorded file, read without decoding it.
package struct FileContent: Sendable, Equatable {
    /// Video frames in the file.
    package var frames: Int
    /// Times in the file, in nanoseconds: of the first frame, and of the last one's end.
    package var first: Int64
    package var end: Int64
    /// Frames that are missing between two others, by the usual distance of this file's frames.
    package var missing: Int
    /// Frames between two others that were left out on purpose, as far as that has been looked into.
    package var leftOut = 0
    /// The missing frames that were due while nothing ran; `nil` if that was not examined.
    package var frozen: Int?
    /// The frames' times in the file, in their order; only while they are looked into.
    package var times: [Int64] = []
    /// The reason why reading ended before the file's end; `nil` when all of it could be read.
    package var problem: String?
    /// The origin, by the file's own tags; `nil` for a file that dualcam did not write.
    package var origin: FileOrigin?

    package init(frames: Int, first: Int64 = 0, end: Int64 = 0, missing: Int = 0, problem: String? = nil) {
        (self.frames, self.first, self.end) = (frames, first, end)
        (self.missing, self.problem) = (missing, problem)
    }

    package var isPlayable: Bool { frames > 0 }

    /// The length from the first frame to the end of the last, in nanoseconds.
    package var length: Int64 { end -| first }
}

/// The tags that dualcam writes into every file it makes, beside picture and sound.
package struct FileOrigin: Sendable, Equatable {
    /// The word under `application-name`.
    package static let program = "dualcam"

    /// The output that the file belongs to.
    package var output: String
    /// The time when the file was begun, as ISO 8601; `nil`: not told.
    package var begun: String?

    package init(output: String, begun: String? = nil) { (self.output, self.begun) = (output, begun) }

    /// - Parameters:
    ///   - title: `NAME OUTPUT`, or `NAME/OUTPUT` in Matroska.
    ///   - program: the program that wrote the file.
    /// - Returns: `nil` for another program's file, and for one whose title names no output.
    package init?(title: String?, program: String?, begun: String?) {
        guard program == Self.program, let title,
            let output = title.split(whereSeparator: { $0 == " " || $0 == "/" }).last
        else { return nil }
        self.init(output: String(output), begun: begun)
    }
}
