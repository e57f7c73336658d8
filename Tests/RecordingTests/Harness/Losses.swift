import Testing

/// The frames that a recording told to have lost, or to have shown again: a machine that is short of time may do so, but not silently.
extension [Event] {
    /// Frames of an output that were lost on their way to its encoder.
    func dropped(_ output: String) -> Int {
        reduce(0) { $0 + ($1.event == "dropped" && $1.output == output ? $1.count ?? 0 : 0) }
    }

    /// Pictures of a camera that never came to the combined picture.
    func missed(_ camera: String) -> Int {
        let branch = "combined.input.\(camera)"
        return reduce(0) { $0 + ($1.event == "dropped" && $1.branch == branch ? $1.count ?? 0 : 0) }
    }

    /// Combined frames that show an older picture of a camera than was due.
    func repeated(_ camera: String) -> Int {
        let branch = "combined.input.\(camera)"
        return reduce(0) { $0 + ($1.event == "repeated" && $1.branch == branch ? $1.count ?? 0 : 0) }
    }
}

extension [Event] {
    /// Failures and warnings, but those of a machine that has no sensors or is short of time.
    var complaints: [Event] {
        filter { ["failed", "warning"].contains($0.event) && !["sensor", "load"].contains($0.code) }
    }
}

extension Recording {
    /// Expects that each of a file's frames is there once and in its order, but for as many as were told, and that those are fewer than half.
    ///
    /// - Parameter camera: whose counter is read, in the combined picture.
    func expectWhole(
        _ file: Judgement, showing camera: String = "back", sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard let counters = file.counters else {
            Issue.record("\(file.file): no counters", sourceLocation: sourceLocation)
            return
        }
        // NAME_OUTPUT_NUMBER.mov
        let name = file.file.split(separator: "/").last?.split(separator: "_").dropLast().last.map(String.init) ?? ""
        let isCombined = name == "combined"
        let repeated = isCombined ? events.repeated(camera) : 0
        let missing = events.dropped(name) + (isCombined ? repeated + events.missed(camera) : 0)
        let isWhole =
            !counters.read.isEmpty && counters.backward.isEmpty && counters.unreadable.isEmpty
            && counters.missing.count <= missing && counters.repeated.count <= repeated
            && (counters.missing.count + counters.repeated.count) * 2 <= counters.read.count
        #expect(
            isWhole, "\(file.file): \(counters), told: \(missing) missing, \(repeated) repeated",
            sourceLocation: sourceLocation)
    }

    /// The frames by which a file may be shorter than its time, as was told.
    func lost(of output: String) -> Int { events.dropped(output) }
}
