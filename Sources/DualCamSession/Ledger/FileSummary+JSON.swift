import DualCamPlan

extension FileRequest: JSONRepresentable {
    var json: JSONValue { .of(["output": output, "path": path]) }
}

extension FileSummary {
    /// The members for the event and the ledger.
    var members: [JSONValue.Member] {
        .of(["output": output, "segment": segment, "path": path, "frames": frames, "start": start, "end": end])
            + .known(["paused": paused > 0 ? Duration.nanoseconds(paused) : nil, "cut-at": cutAt])
    }
}

extension DeletedSession {
    /// Returns the members for the event and the ledger.
    func members(_ reason: String) -> [JSONValue.Member] {
        .of(["session": path, "bytes": bytes, "reason": reason]) + .known(["left": left.isEmpty ? nil : left])
    }
}
