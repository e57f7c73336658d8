/// The lines between adjacent cells of a layout: first the vertical lines from left to right, then the horizontal lines
/// from top to bottom. For the same cells, the lines and their order are always the same.
struct Dividers {
    let cells: [PixelRectangle]
    /// The width of the lines in pixels; 0 for no lines.
    let width: Int
    /// True if a line is as long as the longer of the two cells that it separates. A line above an incomplete last row
    /// then has the width of the full row.
    var spans = false

    var lines: [RealRectangle] {
        guard width > 0 else { return [] }
        return standing.map {
            RealRectangle(x: edge($0.at), y: Double($0.from), width: Double(width), height: $0.length)
        }
            + lying.map { RealRectangle(x: Double($0.from), y: edge($0.at), width: $0.length, height: Double(width)) }
    }

    /// Returns the position of a line that is centred on the boundary between two cells. The line starts at the edge of
    /// a pixel, so that it is sharp.
    private func edge(_ border: Int) -> Double { Double(border - width / 2) }

    private struct Border: Equatable {
        var at: Int
        var from: Int
        var to: Int

        var length: Double { Double(to - from) }
    }

    private var standing: [Border] {
        borders { left, right in
            guard left.x + left.width == right.x else { return nil }
            return border(at: right.x, left.y..<left.y + left.height, right.y..<right.y + right.height)
        }
    }

    private var lying: [Border] {
        borders { above, below in
            guard above.y + above.height == below.y else { return nil }
            return border(at: below.y, above.x..<above.x + above.width, below.x..<below.x + below.width)
        }
    }

    private func border(at place: Int, _ first: Range<Int>, _ second: Range<Int>) -> Border? {
        guard first.overlaps(second) else { return nil }
        let shared = first.clamped(to: second)
        guard spans else { return Border(at: place, from: shared.lowerBound, to: shared.upperBound) }
        return Border(
            at: place, from: min(first.lowerBound, second.lowerBound), to: max(first.upperBound, second.upperBound))
    }

    /// Returns the boundaries between all adjacent cells. Boundaries that continue each other are joined.
    private func borders(_ touching: (PixelRectangle, PixelRectangle) -> Border?) -> [Border] {
        let all = cells.flatMap { first in cells.compactMap { second in touching(first, second) } }
        let sorted = all.sorted { ($0.at, $0.from, $0.to) < ($1.at, $1.from, $1.to) }
        var joined: [Border] = []
        for border in sorted {
            if let last = joined.last, last.at == border.at, last.to >= border.from {
                joined[joined.count - 1].to = max(last.to, border.to)
            } else {
                joined.append(border)
            }
        }
        return joined
    }
}
