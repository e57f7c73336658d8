import DualCamConfig
import DualCamPlan
import DualCamRecordings

// MARK: Boundaries and new files
extension SessionMachine {
    /// Opens the first files of a recording.
    ///
    /// The names of a session's first files contain the session's start time. File names of a later part contain the
    /// time at which that part begins.
    mutating func openFirst() -> [FileRequest] {
        let date = order.resuming == nil ? nil : clocks.date(clocks.timeline.wall(of: nil, at: now))
        return open(active, at: nil, date)
    }

    private mutating func open(_ outputs: [OutputName], at boundary: RunningTime?, _ date: WallTime?) -> [FileRequest] {
        let (names, context) = (order.names, context)
        return files.open(outputs, at: boundary, part: part) { [monitor = self.outputs] output, segment in
            names.files(segment: segment, time: date)[output].map {
                "\(monitor.folder(of: output, in: context))/\($0)"
            }
        }
    }

    mutating func scheduleBoundary() { perform(take.segments.schedule(take.span, clocks.timeline, settings)) }

    mutating func reachBoundary() {
        guard phase == .running, let split = settings.split else { return }
        if let boundary = take.segments.reach(take.span, context) {
            cut(active, at: boundary, reason: split.reason)
            machine.throttling.awaitsFiles = false
        }
        scheduleBoundary()
    }

    /// Continues in new files, because a file is about to exceed its size limit.
    mutating func cutLargeFiles() { cutSoon(reason: "file-size") }

    /// Continues in new files after encoder presets have changed, because encoders apply a preset only to new files. A
    /// boundary announced before the change does not suffice.
    mutating func cutForPresets() {
        guard machine.throttling.awaitsFiles, !take.isPaused else { return }
        cutSoon(reason: "preset")
    }

    /// Continues all outputs in new files as soon as possible, unless a segment boundary or the end of the recording is
    /// near.
    mutating func cutSoon(reason: String) {
        guard phase == .running, !active.isEmpty, let running,
            case .new(let boundary) = take.segments.split(at: running, take.span, context.settings)
        else { return }
        cut(active, at: boundary, reason: reason)
        machine.throttling.awaitsFiles = false
        take.segments.restart(at: boundary, take.pauses)
        disarm(.segment)
        scheduleBoundary()
    }

    /// Continues these outputs in new files, as a new segment.
    mutating func cut(_ outputs: [OutputName], at time: RunningTime, reason: String) {
        let requests = open(outputs, at: time)
        guard let number = requests.first?.segment else { return }
        record(.segment, .of(["segment": number, "at": time, "reason": reason, "files": list(requests)]))
        emit(.segment(number, at: time, files: requests))
    }

    private mutating func open(_ outputs: [OutputName], at time: RunningTime) -> [FileRequest] {
        let requests = open(outputs, at: time, clocks.date(of: time, at: now))
        if !requests.isEmpty { act(.apply(.openSegment(requests, at: time))) }
        return requests
    }

    /// The reason why an output gets a new file between two segment boundaries.
    enum Comeback { case inputReturned, outputRestored }

    /// Requests a new file for a returning output. If a segment boundary was announced while the output was missing,
    /// also requests a file for that boundary.
    ///
    /// - Returns: True if there is enough time for a file.
    @discardableResult mutating func reopen(_ output: OutputName, _ why: Comeback) -> Bool {
        guard phase == .running, let times = take.segments.comeback(take.span, context) else { return false }
        switch why {
        case .inputReturned: cut([output], at: times.first, reason: "input-returned")
        case .outputRestored: restored(output, at: times.first)
        }
        if let next = times.boundary, let split = settings.split { cut([output], at: next, reason: split.reason) }
        return true
    }

    private mutating func restored(_ output: OutputName, at time: RunningTime) {
        let requests = open([output], at: time)
        guard let request = requests.first else { return }
        record(
            .outputRestored,
            .of(["output": output, "file": folder.name(of: request.path), "at": time, "files": list(requests)]))
        emit(.outputRestored(request, at: time))
    }

    /// Returns files as JSON for the ledger: objects with the keys `output`, `file` (the name) and `segment` (the
    /// number).
    func list(_ requests: [FileRequest]) -> [JSONValue] {
        requests.map { request in
            .of(["output": request.output, "file": folder.name(of: request.path), "segment": request.segment])
        }
    }
}
