import DualCamPlan
import Glibc

/// Determines the current speaker from the loudness of the microphones. The speaker's microphone is clearly louder than
/// the others and than its own background noise.
///
/// The rule runs after the recording has ended. A change of speaker can therefore be placed at the start of the speech
/// instead of the time of its detection.
struct SpeakerRule: Sendable, Equatable {
    /// The minimum difference in dB between the speaker's microphone and the loudest other microphone.
    var lead = 3.0
    /// The minimum difference in dB between the speaker's microphone and its own noise floor.
    var aboveFloor = 10.0
    /// The minimum time for which a microphone must be louder before its speaker is chosen.
    var rise = Duration.milliseconds(500)
    /// The minimum time for which each speaker is shown.
    var hold = Duration.milliseconds(1500)

    init() {}

    /// Detects the changes of speaker in a recording.
    ///
    /// - Parameters:
    ///   - levels: the peak amplitude of each microphone, 0 ... 1, for consecutive intervals.
    ///   - interval: the duration of an interval.
    /// - Returns: the times of the changes in order, each with the index of the new speaker's microphone in `levels`.
    func speakers(_ levels: [[Double]], interval: Duration) -> [(at: Duration, microphone: Int)] {
        let decibels = levels.map { $0.map(Self.decibels) }
        let floors = decibels.map { $0.sorted()[max(0, $0.count - 1) / 10, default: -100] }
        let count = decibels.map(\.count).max() ?? 0
        let needed = max(1, Int(rise / interval))
        var changes: [(at: Duration, microphone: Int)] = []
        var (candidate, since, quiet) = (nil as Int?, 0, 0)
        for index in 0..<count {
            let loudest = loudest(decibels.map { $0[index, default: -100] }, floors)
            // A pause between two words is not a change of speaker.
            if loudest == nil, candidate != nil, quiet < needed / 2, !planted(.pauseIsChange) {
                quiet += 1
                continue
            }
            if loudest != candidate { (candidate, since) = (loudest, index) }
            quiet = 0
            guard let candidate, candidate != changes.last?.microphone, index + 1 - since >= needed else { continue }
            let at = interval * since
            changes.append((max(at, changes.last.map { planted(.holdIgnored) ? at : $0.at + hold } ?? at), candidate))
        }
        return changes
    }

    private func loudest(_ levels: [Double], _ floors: [Double]) -> Int? {
        guard let most = levels.max(), let place = levels.firstIndex(of: most) else { return nil }
        let others = levels.enumerated().filter { $0.offset != place }.map(\.element).max() ?? -100
        return most >= others + lead && most >= floors[place] + aboveFloor ? place : nil
    }

    /// Returns an amplitude in decibels. The minimum is -100 dB, which counts as silence.
    private static func decibels(_ amplitude: Double) -> Double { amplitude > 1e-5 ? 20 * log10(amplitude) : -100 }
}

extension Array {
    fileprivate subscript(_ index: Int, default standard: Element) -> Element {
        indices.contains(index) ? self[index] : standard
    }
}
