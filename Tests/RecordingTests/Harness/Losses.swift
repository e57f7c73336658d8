import Testing

/// The frames that a recording has reported as lost or repeated. A busy machine may cause such losses, but they must be
/// reported.
extension [Event] {
    /// Returns the number of an output's frames that were lost before its encoder.
    func dropped(_ output: String) -> Int {
        reduce(0) { $0 + ($1.event == "dropped" && $1.output == output ? $1.count ?? 0 : 0) }
    }

    /// Returns the number of a camera's frames that never reached the combined picture.
    func missed(_ camera: String) -> Int {
        let branch = "combined.input.\(camera)"
        return reduce(0) { $0 + ($1.event == "dropped" && $1.branch == branch ? $1.count ?? 0 : 0) }
    }

    /// Returns the number of combined frames that show an older frame of a camera than was due.
    func repeated(_ camera: String) -> Int {
        let branch = "combined.input.\(camera)"
        return reduce(0) { $0 + ($1.event == "repeated" && $1.branch == branch ? $1.count ?? 0 : 0) }
    }
}

extension [Event] {
    /// The failures and warnings, except those of a machine without sensors or with too little CPU time.
    var complaints: [Event] {
        filter { ["failed", "warning"].contains($0.event) && !["sensor", "load"].contains($0.code) }
    }
}

extension Recording {
    /// Expects that each frame of a file is there once and in order. As many may be missing or repeated as were
    /// reported, but at most half of the frames that are there.
    ///
    /// - Parameter camera: The camera whose counter is read in the combined picture.
    func expectWhole(
        _ file: Judgement, showing camera: String = "back", sourceLocation: SourceLocation = #_sourceLocation
    ) {
        guard let counters = file.counters else {
            Issue.record("\(file.file): no counters", sourceLocation: sourceLocation)
            return
        }
        // File names have the form NAME_OUTPUT_NUMBER.mov.
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

    /// The number of frames by which an output's file may be too short, because their loss was reported.
    func lost(of output: String) -> Int { events.dropped(output) }
}
