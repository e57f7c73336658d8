package import DualCamConfig
package import DualCamPlan
internal import Mixer

/// Checks whether overlay texts can be drawn: a text may be too large, or contain characters that no font on this
/// machine has.
package enum LetteringProbe {
    /// Returns a note for users about each overlay whose text contains characters that no font has. They would be drawn
    /// as boxes. Searches the fonts only if a text contains characters beyond ASCII.
    package static func remarks(on pipeline: Pipeline) -> [String] {
        (pipeline.combined?.overlays ?? []).compactMap { overlay in
            let text: String
            switch overlay.content {
            case .text(let words), .clock(let words): text = words
            case .timecode, .image, nil: return nil
            }
            let style = LetterStyle(
                font: overlay.letters.font, size: 16, colour: PaintedColour(red: 1, green: 1, blue: 1))
            let lacking = LetterImage.lacking(in: text, style)
            guard !lacking.isEmpty else { return nil }
            return
                "overlay \(overlay.name): no font on this machine has \(lacking.map { "'\($0)'" }.joined(separator: ", ")); "
                + "install one (Debian: fonts-noto-cjk for Chinese, Japanese and Korean, fonts-noto-color-emoji), or "
                + "write other words"
        }
    }
    /// Returns an issue for each overlay whose text is too large to be drawn. Draws nothing.
    package static func issues(_ pipeline: Pipeline) -> [PlanIssue] {
        guard let combined = pipeline.combined else { return [] }
        return OverlayPlan.seen(over: combined).compactMap { plan in
            guard let (key, text) = sample(of: plan.overlay) else { return nil }
            var style = plan.style
            // The digits of a timecode always stay on one line.
            if plan.overlay.content == .timecode { style.widest = 0 }
            guard !LetterImage.fits(text, style) else { return nil }
            return PlanIssue(
                "combined.overlays.\(plan.overlay.name).\(key)",
                "is too long for its size: drawn, it would be more than 16384 pixels wide or high",
                hint: "write less text, or a smaller `size`")
        }
    }

    private static func sample(of overlay: Overlay) -> (key: String, text: String)? {
        switch overlay.content {
        case .text(let text): ("text", text)
        case .clock(let format): ("clock", ClockOverlay.text(0, format))
        case .timecode: ("timecode", "00:00:00:00")
        case .image, nil: nil
        }
    }
}
