package import DualCamPlan

extension SessionHistory {
    /// The measured distance between the key frames of a camera that delivers H.264 itself, which is recorded without
    /// re-encoding. It is valid from a running time of a part until the next measurement.
    package struct KeyFrames: Sendable, Equatable {
        package var input: InputName
        /// The part of the session in which the distance was measured, counted from 0.
        package var part: Int
        /// The running time, within the part, from which the measurement is valid.
        package var from: RunningTime
        /// The nanoseconds from one key frame of the camera to the next.
        package var distance: Int64
        /// The length at which files are split (`recording.segment`); `nil` if files are not split by length.
        package var segment: Duration?

        package init(input: InputName, part: Int, from: RunningTime, distance: Int64, segment: Duration? = nil) {
            (self.input, self.part, self.from, self.distance) = (input, part, from, distance)
            self.segment = segment
        }

        /// The measurement as JSON members: `input`, `distance`, `from` and, if files are cut by length,
        /// `segment-length`. Both lengths are in seconds.
        package var members: [JSONValue.Member] {
            .of(["input": input, "distance": Duration.nanoseconds(distance), "from": from])
                + .known(["segment-length": segment])
        }
    }

    /// Applies a `key-frames` ledger entry to the history.
    mutating func measureKeyFrames(_ entry: LedgerEntry) {
        guard let input = entry["input"]?.text, let distance = entry["distance"]?.nanoseconds, distance > 0,
            let from = entry["from"]?.time, !parts.isEmpty
        else { return }
        keyFrames.append(
            KeyFrames(
                input: InputName(input), part: currentPart, from: from, distance: distance,
                segment: entry["segment-length"]?.nanoseconds.map { .nanoseconds($0) }))
    }
}
