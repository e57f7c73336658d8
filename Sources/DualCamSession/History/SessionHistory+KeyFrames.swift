import DualCamConfig
package import DualCamPlan

extension SessionHistory {
    /// The distance between the key frames of a camera whose own H.264 is recorded, as measured, from a running time of a part on, until
    /// that changed.
    package struct KeyFrames: Sendable, Equatable {
        package var input: InputName
        package var part: Int
        package var from: RunningTime
        /// Nanoseconds from one key frame to the next.
        package var distance: Int64
        /// The length of a file in a row (`recording.segment`); `nil`: files are not cut.
        package var segment: Duration?

        /// Keys: `input`, `distance` and, where files are cut, `segment-length` (both in seconds), `from`.
        var members: [JSONValue.Member] {
            .of(["input": input, "distance": Duration.nanoseconds(distance), "from": from])
                + .known(["segment-length": segment])
        }
    }

    /// An entry of the kind `key-frames`.
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
