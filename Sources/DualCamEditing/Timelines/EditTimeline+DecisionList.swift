import DualCamConfig
import DualCamPlan
import DualCamRecordings

extension EditTimeline {
    /// The cuts between main cameras as an edit decision list (CMX 3600). The list contains one video track with its
    /// audio, and the marks as locators.
    var editDecisionList: String {
        var lines = ["TITLE: \(Self.plain(name))", "FCM: NON-DROP FRAME", ""]
        for (index, clip) in cut.enumerated() {
            let times = [clip.first, clip.first + clip.length, clip.place, clip.end].map(timecode)
            lines += [
                "\(Wording.padded(index + 1, to: 3))  AX       AA/V  C        \(times.joined(separator: " "))",
                "* FROM CLIP NAME: \(Self.plain(clip.name))",
            ]
            lines += markers.filter { (clip.place..<clip.end).contains($0.place) }.map {
                "* LOC: \(timecode($0.place)) GREEN   \(Self.plain($0.text))"
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Formats a number of frames as a timecode: hours, minutes, seconds and frames. The frame rate is rounded to a
    /// whole number.
    private func timecode(_ frames: Int) -> String {
        let rate = max(
            1, Int(self.rate.framesPerSecond.rounded(planted(.timecodeOfLowerRate) ? .down : .toNearestOrAwayFromZero)))
        let seconds = frames / rate
        return [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60, frames % rate]
            .map { Wording.padded($0, to: 2) }.joined(separator: ":")
    }

    /// Returns a text, such as a mark's, on one line with spaces for line breaks.
    private static func plain(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }
}
