package import DualCamConfig
package import DualCamPlan

/// A recorded file of a session, from its request until after its recovery. Properties are `nil` or have default values
/// until they are known.
package struct RecordedFile: Sendable, Equatable {
    /// The state of a recorded file as a recovery found or left it.
    package enum Recovery: Sendable, Equatable {
        case playable, unplayable
        /// The crash occurred before the file's first frame, so no frame of this file was lost.
        case unbegun
        /// The recovery deleted the file, because it contained nothing.
        case removed
    }

    package var output: OutputName
    /// The number of the file's segment, counted from 0.
    package var segment: Int
    /// The path of the file, which is in the session's folder or in a fallback folder.
    package var path: String
    /// The part of the session to which the file belongs, counted from 0. Each worker records one part.
    package var part = 0
    /// The running time at which the file is scheduled to begin; `nil` for the first files of a part.
    package var boundary: RunningTime?
    /// The summary of the finished file; `nil` until the muxer has closed the file.
    package var summary: FileSummary?
    /// The file's size on the disk, in bytes; `nil` if unknown.
    package var size: Int64?
    /// The file's SHA-256 in hexadecimal digits; `nil` if it was not computed.
    package var digest: String?
    /// The time at which the file's digest was written to the ledger, in Unix nanoseconds; `nil` if it was not written.
    var digested: Int64?
    /// The result of a recovery for this file; `nil` if no recovery has read the file.
    package var recovery: Recovery?
    /// True when the session ended before the file's first frame. In that case, the session does not wait until the
    /// file is finished.
    package var cancelled = false
    /// True when the file could not be created. An unrelated file may exist at its path.
    package var isUnmade = false
    /// True when the session no longer waits for the file to be finished, because its output or its worker was lost.
    package var isLeft = false

    package init(_ request: FileRequest, boundary: RunningTime? = nil, part: Int = 0) {
        (output, segment, path) = (request.output, request.segment, request.path)
        (self.boundary, self.part) = (boundary, part)
    }

    /// True when the muxer closed the file after all its data was written.
    package var isFinished: Bool { summary != nil }

    /// False when a recovery found nothing playable in the file.
    package var isPlayable: Bool { recovery == nil || recovery == .playable }

    /// The request to the graph that began this file.
    package var request: FileRequest { FileRequest(output: output, segment: segment, path: path) }

    /// Returns a file's name as it is written in the ledger and `session.json`: the plain name if the file is in the
    /// session's folder, otherwise the path.
    package static func name(_ path: String, in folder: String) -> String {
        path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
    }

    /// Returns the recorded file as a JSON object. Keys: `file`, `output`, `segment`, `part`, `finished`, `size`,
    /// `duration`, `frames`, `start`, `end`, `digest`; unknown values are `null`.
    ///
    /// - Parameter isFinished: The value of the `finished` key; `nil` to use the file's own state.
    package func json(in folder: String, isFinished: Bool? = nil) -> JSONValue {
        .of([
            "file": Self.name(path, in: folder), "output": output, "segment": segment, "part": part,
            "finished": isFinished ?? self.isFinished, "size": size, "duration": summary?.length,
            "frames": summary?.frames, "start": summary?.start, "end": summary?.end, "digest": digest,
        ])
    }
}

extension RecordedFile.Recovery {
    /// The reason, as text for users, why a file may be missing after a recovery; `nil` if the file should exist.
    var reasonOfAbsence: String? {
        switch self {
        case .removed: "had not begun when a crash came: the recovery removed it, as it held nothing"
        case .unbegun: "had not begun when a crash came, and is not there"
        case .playable, .unplayable: nil
        }
    }
}
