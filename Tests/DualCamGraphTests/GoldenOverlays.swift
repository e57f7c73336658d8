@testable import DualCamConfig
import DualCamGraph
import DualCamPlan
import Foundation

/// Text, clocks and logos on `people`. All text is in DejaVu, which `Scripts/install` installs.
extension GoldenCase {
    static let lettered: [GoldenCase] =
        (Corner.allCases.map { corner in
            lettered("overlay-\(corner.rawValue)", .text("Lesson 4\nGrüße, Ωλ")) { $0.position = .corner(corner) }
        } + [
            lettered("overlay-free", .text("Here")) { $0.position = .free(Point(x: .percent(60), y: .percent(35))) },
            lettered("overlay-plain", .text("Plain")) { overlay in
                (overlay.letters.outline, overlay.letters.colour) = (0, PlainColour(red: 255, green: 165, blue: 0))
            },
            lettered("overlay-plate", .text("On a plate")) { overlay in
                overlay.letters.plate = PlainColour(red: 0, green: 60, blue: 160)
                overlay.position = .corner(.bottomLeft)
            },
            lettered("overlay-faint", .text("Half there")) { $0.opacity = .percent(50) },
            lettered("overlay-clock", .clock("%d.%m. %H:%M:%S")) { $0.position = .corner(.topRight) },
            lettered("overlay-timecode", .timecode) { overlay in
                (overlay.position, overlay.letters.plate) = (.corner(.bottomRight), .black)
            },
            logo("overlay-png", "logo.png", png, .topLeft, .percent(100)),
            logo("overlay-png-faint", "logo.png", png, .bottomRight, .percent(40)),
            logo("overlay-svg", "logo.svg", svg, .topRight, .percent(100)),
            logo("overlay-svg-faint", "logo.svg", svg, .center, .percent(60)),
        ]).compactMap(\.self)

    private static func lettered(
        _ name: String, _ content: Overlay.Content, _ change: (inout Overlay) -> Void
    ) -> GoldenCase? {
        var overlay = Overlay(name: "overlay")
        (overlay.content, overlay.size, overlay.margin) = (content, .percent(11), 60)
        overlay.letters.outline = 12
        overlay.letters.font = "DejaVu Sans Bold"
        change(&overlay)
        return GoldenCase(name) { ($1.layout, $1.overlays) = (.backPrimary, [overlay]) }
    }

    private static func logo(
        _ name: String, _ file: String, _ bytes: [UInt8], _ corner: Corner, _ opacity: Share
    ) -> GoldenCase? {
        guard let size = try? OverlayImageProbe.size(of: bytes, named: file) else { return nil }
        return lettered(name, .image(OverlayImage(path: file, bytes: bytes, size: size))) { overlay in
            (overlay.position, overlay.size, overlay.opacity) = (.corner(corner), .percent(25), opacity)
        }
    }

    /// A PNG file with a disc in two colours with a soft edge, 16 pixels wide.
    private static let png = Array(
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAAAwUlEQVR42s3TMQ2EQBRF0W8BC1jAAgKmwQIWaF+JBSxgAQtYwAIW"
                + "3t7dTLIsCQSotrjTzPzTTH44IlxQSRXV1ITcUkc9DTTSxN1MC630Gf4FBCAAAxjAAAYwgAEEoCNAGfAJ4AxoDygDvgA4A9oDvgF4"
                + "CwjADwAD6A+ASBypcKSSKqqpoZY66mmgkSaaaaGV/CcAFXoAMPP+xy+gG4D2QGRAFwBlIPZAZEAngDIQRwCxz6nhUUsd9TTQSOxz"
                + "Yp83wAvo4Nx0JQRO+QAAAABJRU5ErkJggg==") ?? Data())

    private static let svg = Array(
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"><rect x="2" y="2" width="76" height="36" rx="10" \
        fill="#d02040" stroke="white" stroke-width="3"/><circle cx="40" cy="20" r="11" fill="#ffd000"/></svg>
        """.utf8)
}
