internal import DualCamConfig
import Glibc

/// Returns a number between two others by linear interpolation, for a progress from 0 to 1.
func between(_ from: Double, _ to: Double, at progress: Double) -> Double { from + (to - from) * progress }

/// Returns a length between two lengths, for a progress from 0 to 1. Equal steps of progress change the length by equal
/// factors, so that it is always above 0.
func byFactors(_ from: Double, _ to: Double, at progress: Double) -> Double { from * pow(to / from, progress) }

extension RealRectangle {
    var aspect: Double { width / height }
    var area: Double { max(0, width) * max(0, height) }
    var centre: (x: Double, y: Double) { (x + width / 2, y + height / 2) }

    init(_ size: FrameSize) { self.init(x: 0, y: 0, width: Double(size.width), height: Double(size.height)) }

    init(centre: (x: Double, y: Double), width: Double, height: Double) {
        self.init(x: centre.x - width / 2, y: centre.y - height / 2, width: width, height: height)
    }

    /// Returns the rectangle between this one and `end`, for a progress from 0 to 1. Every edge moves linearly. Beyond
    /// a progress of 1, the size is extrapolated by factors, so that it never becomes 0.
    func onTheWay(to end: RealRectangle, at progress: Double) -> RealRectangle {
        guard progress > 1 else {
            return RealRectangle(
                x: between(x, end.x, at: progress), y: between(y, end.y, at: progress),
                width: between(width, end.width, at: progress), height: between(height, end.height, at: progress))
        }
        return RealRectangle(
            centre: (between(centre.x, end.centre.x, at: progress), between(centre.y, end.centre.y, at: progress)),
            width: byFactors(width, end.width, at: progress), height: byFactors(height, end.height, at: progress))
    }

    func overlap(_ other: RealRectangle) -> Double {
        let across = min(x + width, other.x + other.width) - max(x, other.x)
        let down = min(y + height, other.y + other.height) - max(y, other.y)
        return max(0, across) * max(0, down)
    }

    /// Returns true if the other rectangles together cover this one. Gaps of less than a thousandth of a pixel are
    /// ignored.
    func isCovered(by others: ArraySlice<RealRectangle>) -> Bool {
        guard width > 1e-3, height > 1e-3 else { return true }
        guard let first = others.first else { return false }
        return without(first).allSatisfy { $0.isCovered(by: others.dropFirst()) }
    }

    /// Returns the parts of the rectangle that another rectangle does not cover: above, below, and on both sides of it.
    private func without(_ other: RealRectangle) -> [RealRectangle] {
        let (left, right) = (max(x, other.x), min(x + width, other.x + other.width))
        let (top, bottom) = (max(y, other.y), min(y + height, other.y + other.height))
        guard left < right, top < bottom else { return [self] }
        return [
            RealRectangle(x: x, y: y, width: width, height: top - y),
            RealRectangle(x: x, y: bottom, width: width, height: y + height - bottom),
            RealRectangle(x: x, y: top, width: left - x, height: bottom - top),
            RealRectangle(x: right, y: top, width: x + width - right, height: bottom - top),
        ]
    }

    /// Returns how similar two rectangles are, as the area of their intersection divided by that of their union: 1 if
    /// they are equal, 0 if they do not overlap.
    func likeness(to other: RealRectangle) -> Double {
        let shared = overlap(other)
        return shared / max(1e-9, area + other.area - shared)
    }

    /// Returns the rectangle scaled by `factor` around `middle` and then moved.
    func scaled(
        by factor: (x: Double, y: Double), from middle: (x: Double, y: Double), moved: (x: Double, y: Double) = (0, 0)
    ) -> RealRectangle {
        RealRectangle(
            x: middle.x + (x - middle.x) * factor.x + moved.x, y: middle.y + (y - middle.y) * factor.y + moved.y,
            width: width * factor.x, height: height * factor.y)
    }

    /// Returns the rectangle moved to lie within a picture of the given size, and made smaller if it is too large.
    func within(_ size: FrameSize) -> RealRectangle {
        let (most, shrink) = (RealRectangle(size), min(1, Double(size.width) / width, Double(size.height) / height))
        let (wide, high) = (width * shrink, height * shrink)
        let (middle, least) = (centre, (x: wide / 2, y: high / 2))
        return RealRectangle(
            centre: (
                max(least.x, min(middle.x, most.width - least.x)), max(least.y, min(middle.y, most.height - least.y))
            ),
            width: wide, height: high)
    }
}
