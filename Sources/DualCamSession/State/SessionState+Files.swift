import DualCamConfig
import DualCamPlan

// MARK: Boundaries, and the files that begin at them
extension SessionState {
    /// The files a graph is started with.
    ///
    /// A session's first files have its own time in their names; those of a later part have the time it begins.
    mutating func firstRequests() -> [FileRequest] {
        let time = order.resuming == nil ? nil : calendar(timeline.wall(of: nil, at: now))
        let requests = requests(active, segment: nextNumber, time: time)
        nextNumber += 1
        return requests
    }

    private func requests(_ outputs: [OutputName], segment: Int, time: WallTime?) -> [FileRequest] {
        let names = order.names.files(segment: segment, time: time)
        return outputs.compactMap { output in
            names[output].map { FileRequest(output: output, segment: segment, path: "\(place(of: output))/\($0)") }
        }
    }

    /// The folder of an output's next file.
    private func place(of output: OutputName) -> String {
        outputs.place(of: output) == .own ? folder : fallbackFolder ?? folder
    }

    /// The folder of this session in `recording.fallback`.
    var fallbackFolder: String? {
        guard let fallback = settings.fallback, let name = folder.split(separator: "/").last else { return nil }
        return (fallback.hasSuffix("/") ? fallback : fallback + "/") + name
    }

    mutating func scheduleBoundary() {
        guard !isPaused, let boundary, let split = settings.split else { return }
        if let end, boundary + settings.shortestFile > end { return }
        let lead = min(settings.segmentLead, split.length / 2)
        arm(.segment, at: timeline.session(of: boundary) - lead)
    }

    /// Where the next common boundary is: it keeps to the part's start or to the last split, whatever other files begin in
    /// between, and comes later by every pause.
    private var boundary: RunningTime? {
        guard let base = boundaryBase ?? start, let split = settings.split else { return nil }
        return cuts.running(base + split.length * (boundaries + 1), .behind)
    }

    mutating func reachBoundary() {
        guard phase == .running, !isPaused, let due = boundary, let split = settings.split else { return }
        boundaries += 1
        // Behind a pause it may be closer than the files need.
        let soonest = timeline.running(at: now).map { $0 + settings.openLead }
        let boundary = hasJustResumed ? max(due, soonest ?? due) : due
        announced = boundary
        cut(active, at: boundary, reason: split.reason)
        scheduleBoundary()
    }

    /// Has outputs go on in new files, as a segment.
    mutating func cut(_ outputs: [OutputName], at time: RunningTime, reason: String) {
        let requests = open(outputs, at: time)
        guard let number = requests.first?.segment else { return }
        record(
            .segment,
            [
                .init("segment", .count(number)), .init("at", .time(time)), .init("reason", .string(reason)),
                .init("files", list(requests)),
            ])
        emit(.segment(number, at: time, files: requests))
    }

    private mutating func open(_ outputs: [OutputName], at time: RunningTime) -> [FileRequest] {
        let wall = (RunningTime(nanoseconds: timeline.wall(of: time, at: now)) + clocks.shift).nanoseconds
        let requests = requests(outputs, segment: nextNumber, time: calendar(wall))
        guard !requests.isEmpty else { return [] }
        nextNumber += 1
        files += requests.map { RecordedFile($0, boundary: time, part: part) }
        act(.apply(.openSegment(requests, at: time)))
        return requests
    }

    private var hasJustResumed: Bool {
        guard let running = timeline.running(at: now), let last = cuts.cuts.last?.to else { return false }
        return running < last + settings.segmentLead
    }

    /// Why an output gets a file of its own between the boundaries.
    enum Comeback { case inputReturned, outputRestored }

    /// Gives an output that comes back a new file, soon; and another one at a boundary that was announced without it.
    mutating func reopen(_ output: OutputName, _ why: Comeback) {
        guard phase == .running, let running = timeline.running(at: now) else { return }
        let soon = running + settings.openLead
        if let end, soon + settings.shortestFile > end { return }
        let next = announced.flatMap { $0 > soon ? $0 : nil }
        let first = next.map { $0 < soon + settings.shortestFile ? $0 : soon } ?? soon
        switch why {
        case .inputReturned: cut([output], at: first, reason: "input-returned")
        case .outputRestored: restored(output, at: first)
        }
        if let next, next > first, let split = settings.split { cut([output], at: next, reason: split.reason) }
    }

    private mutating func restored(_ output: OutputName, at time: RunningTime) {
        let requests = open([output], at: time)
        guard let request = requests.first else { return }
        let name = RecordedFile.name(request.path, in: folder)
        record(
            .outputRestored,
            [
                .init("output", .string(output.rawValue)), .init("file", .string(name)), .init("at", .time(time)),
                .init("files", list(requests)),
            ])
        emit(.outputRestored(request, at: time))
    }

    /// The files of a boundary, for the ledger.
    func list(_ requests: [FileRequest]) -> JSONValue {
        .array(
            requests.map { request in
                [
                    "output": .string(request.output.rawValue),
                    "file": .string(RecordedFile.name(request.path, in: folder)), "segment": .count(request.segment),
                ]
            })
    }
}
