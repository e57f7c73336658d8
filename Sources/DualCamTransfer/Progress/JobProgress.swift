package import DualCamRecordings

/// The progress of a background job.
package struct JobProgress: Sendable, Equatable, Codable {
    /// A resource of the machine that other programs may need while a copy runs: the CPU or the disk.
    package enum Strain: String, Sendable, Codable, CaseIterable { case processor, disk }

    /// The progress of the job in percent, 0 to 100; `nil` if unknown.
    package var percent: Int?
    /// The estimated time until the job ends, in seconds; `nil` if unknown.
    package var left: Double?
    /// The current speed of a copy in bytes per second; `nil` if unknown.
    package var speed: Int64?
    /// The resource that other programs need, which is why the copy has slowed down; `nil` if the copy runs at full
    /// speed.
    package var slowed: Strain?

    package init(_ percent: Int?, left: Double? = nil, speed: Int64? = nil, slowed: Strain? = nil) {
        (self.percent, self.left, self.speed, self.slowed) = (percent, left, speed, slowed)
    }
}

extension JobProgress {
    /// Reads a job's progress from a JSON object: an event of a command, or a line that the job's process printed.
    package init(told line: JSONValue) {
        self.init(
            line["percent"]?.count, left: line["left"]?.number, speed: line["speed"]?.whole,
            slowed: line["slowed"]?.text.flatMap { .init(rawValue: $0) })
    }
}
