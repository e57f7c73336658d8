internal import DualCamPlan
internal import GStreamer
internal import Mixer

/// An overlay that shows a timecode. Each frame's text is composed of digits that were drawn in advance.
struct TimecodeOverlay: OverlayContent {
    private struct Tile {
        var stamp: PictureStamp
        /// The column of the digit's image that is placed at the left edge of the digit's cell, so that the digit is
        /// centred.
        var edge: Int
        /// The distance from this digit to the next, in pixels.
        var advance: Int
    }

    private let ground: PlacedStamp
    private let tiles: [Character: Tile]
    /// The position of the timecode, in pixels of the picture. `x`: the left edge of the first digit. `y`: the top of
    /// all digits.
    private let start: (x: Int, y: Int)
    private let clocks: OverlayClocks
    private let plan: OverlayPlan

    init(_ plan: OverlayPlan, _ clocks: OverlayClocks) throws(GraphFailure) {
        (self.plan, self.clocks) = (plan, clocks)
        var style = plan.style
        style.widest = 0
        var letters = style
        letters.plate = nil
        let images = "0123456789:".map { ($0, LetterImage(String($0), letters)) }
        let digit = images.filter { $0.0 != ":" }.map { $0.1?.letters.count ?? 0 }.max() ?? 0
        var tiles: [Character: Tile] = [:]
        for (letter, image) in images {
            let box = image?.letters ?? 0..<0
            let cell = letter == ":" ? box.count : digit
            let advance = cell + cell % 2
            tiles[letter] = Tile(
                stamp: try plan.stamp(image), edge: box.lowerBound - (advance - box.count) / 2, advance: advance)
        }
        self.tiles = tiles
        let width = "00:00:00:00".reduce(0) { $0 + (tiles[$1]?.advance ?? 0) }
        let plate = LetterImage(plateOf: width, style)
        ground = plan.placed(try plan.stamp(plate))
        let edge = plate?.letters.lowerBound ?? 0
        let rise = (plate?.baseline ?? 0) - (images[0].1?.baseline ?? 0)
        start = (ground.x + edge, ground.y + rise)
    }

    func stamps(at time: Int64) -> [PlacedStamp] {
        let text = Timecode(recorded: clocks.recorded(time), rate: plan.rate).description
        var (stamps, x) = ([ground], start.x)
        for letter in text {
            guard let tile = tiles[letter] else { continue }
            stamps.append(PlacedStamp(tile.stamp, x: (x - tile.edge) & ~1, y: start.y & ~1))
            x += tile.advance
        }
        return stamps
    }
}
