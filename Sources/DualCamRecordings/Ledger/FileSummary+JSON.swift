import DualCamPlan

extension FileRequest: JSONRepresentable {
    var json: JSONValue { .of(["output": output, "path": path]) }
}

extension FileSummary {
    /// The file's summary as JSON members for the event `file-finished` and the ledger. Keys: `output`, `segment`,
    /// `path`, `frames`, `start`, `end`, and if they apply `paused`, `cut-at` (the byte at which another program
    /// truncated the file) and `numbers`.
    package var members: [JSONValue.Member] {
        .of(["output": output, "segment": segment, "path": path, "frames": frames, "start": start, "end": end])
            + .known(["paused": paused > 0 ? Duration.nanoseconds(paused) : nil, "cut-at": cutAt, "numbers": count])
    }
}

extension FrameCount: JSONRepresentable {
    /// The frame count as JSON: the camera's numbers of the `first` and the `last` frame, the numbers of frames
    /// `left-out` and `paused` between them, and if known the number of frames missing `before` the file.
    var json: JSONValue {
        .object(
            .of(["first": first, "last": last, "left-out": leftOut, "paused": paused]) + .known(["before": before]))
    }

    /// Parses a frame count in the form that `json` returns; `nil` for any other value.
    init?(_ value: JSONValue?) {
        guard let value, let first = value["first"]?.whole, let last = value["last"]?.whole, first <= last else {
            return nil
        }
        self.init(
            first: first, last: last, leftOut: max(0, value["left-out"]?.count ?? 0),
            paused: max(0, value["paused"]?.count ?? 0), before: value["before"]?.count.map { max(0, $0) })
    }
}

extension DeletedSession {
    /// Returns the deleted session as JSON members for the event `session-deleted` and the ledger.
    ///
    /// - Parameter reason: The value of the `reason` key.
    func members(_ reason: String) -> [JSONValue.Member] {
        .of(["session": path, "bytes": bytes, "reason": reason]) + .known(["left": left.isEmpty ? nil : left])
    }
}
