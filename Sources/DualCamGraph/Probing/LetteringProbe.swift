package import DualCamConfig
internal import Mixer

/// Looks for letters of overlays that this machine has no font for.
package enum LetteringProbe {
    /// Returns a remark for each overlay whose text would show boxes in the place of letters. Fonts are looked through only where
    /// a text is more than ASCII.
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
}
