package import DualCamConfig
package import DualCamPlan

/// One file of a session, as far as it is known.
package struct RecordedFile: Sendable, Equatable {
    package enum Recovery: Sendable, Equatable {
        case playable, unplayable
        /// The crash came before its first frame: nothing of it is lost.
        case unbegun
        /// Removed by the recovery, as the file held nothing.
        case removed
    }

    package var output: OutputName
    /// Counted from 0.
    package var segment: Int
    package var path: String
    /// The part of the session to which it belongs, counted from 0: each worker's recording is one.
    package var part = 0
    /// The time at which the file begins; `nil` for a session's first.
    package var boundary: RunningTime?
    /// `nil` as long as its muxer has not closed it.
    package var summary: FileSummary?
    /// Bytes on the disk.
    package var size: Int64?
    /// SHA-256 in hexadecimal digits; `nil` when it was not computed.
    package var digest: String?
    /// Unix nanoseconds when the digest was written down.
    var digested: Int64?
    /// The result of a recovery; `nil`: no recovery has read the file.
    package var recovery: Recovery?
    /// The session ended before the file's first frame, so that there is nothing to wait for.
    var cancelled = false
    /// True when the file could not be made. Something else may have its name.
    var isUnmade = false
    /// True when the file was left as it is, because its output or its worker was lost: nothing waits for its end.
    var isLeft = false

    package init(_ request: FileRequest, boundary: RunningTime? = nil, part: Int = 0) {
        (output, segment, path) = (request.output, request.segment, request.path)
        (self.boundary, self.part) = (boundary, part)
    }

    /// True when the muxer closed the file after everything was written.
    package var isFinished: Bool { summary != nil }

    /// False for one that a recovery has found to hold nothing that could be played.
    var isPlayable: Bool { recovery == nil || recovery == .playable }

    var request: FileRequest { FileRequest(output: output, segment: segment, path: path) }

    /// Returns a file's name for the ledger and `session.json`: its name within the session's folder, or its whole path.
    static func name(_ path: String, in folder: String) -> String {
        path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
    }

    /// - Parameter isFinished: `nil`: it is when its summary is known.
    func json(in folder: String, isFinished: Bool? = nil) -> JSONValue {
        .of([
            "file": Self.name(path, in: folder), "output": output, "segment": segment, "part": part,
            "finished": isFinished ?? self.isFinished, "size": size, "duration": summary?.length,
            "frames": summary?.frames, "start": summary?.start, "end": summary?.end, "digest": digest,
        ])
    }
}

extension RecordedFile.Recovery {
    /// The reason, for people, why a file is not there that a recovery has found so; `nil`: it should be there, or nobody knows.
    var reasonOfAbsence: String? {
        switch self {
        case .removed: "had not begun when a crash came: the recovery removed it, as it held nothing"
        case .unbegun: "had not begun when a crash came, and is not there"
        case .playable, .unplayable: nil
        }
    }
}
