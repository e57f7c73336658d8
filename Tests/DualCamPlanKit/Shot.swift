@testable package import DualCamConfig
@testable package import DualCamPlan

/// Plans of combined pictures of 1920x1080, for tests of motions and transitions. Every camera's picture has that size,
/// too.
package enum Shot {
    package static let canvas = RealRectangle(x: 0, y: 0, width: 1920, height: 1080)
    package static let corner = RealRectangle(x: 1420, y: 790, width: 480, height: 270)
    package static let frame = PictureFramePlan(radius: 24, border: 4, shadow: 16, isFullRange: false)
    package static let size = FrameSize(width: 1920, height: 1080)

    package static func feed(_ name: String) -> PadReference { PadReference("combined.input-\(name)", "src") }

    package static let sizes = Dictionary(
        uniqueKeysWithValues: ["back", "front", "side", "desk", "other"].map { (feed($0), size) })

    package static func layer(_ name: String, _ target: RealRectangle, _ frame: PictureFramePlan? = nil)
        -> PictureLayerPlan
    {
        PictureLayerPlan(feed: feed(name), source: canvas, target: target, frame: frame)
    }

    package static func full(_ name: String, cut: RealRectangle = canvas) -> PicturePlan {
        var layer = layer(name, canvas)
        layer.source = cut
        return PicturePlan(mixer: "combined.mixer", background: .black, layers: [layer])
    }

    /// Returns a picture that shows the camera `main` on the whole canvas. The corner shows `front`, or `back` if
    /// `main` is another camera, with the given frame.
    package static func inset(_ frame: PictureFramePlan?, main: String = "back") -> PicturePlan {
        PicturePlan(
            mixer: "combined.mixer", background: .black,
            layers: [layer(main, canvas), layer(main == "back" ? "front" : "back", corner, frame)], insets: 1)
    }

    package static func halves(_ left: String, _ right: String) -> PicturePlan {
        let (first, second) = (
            RealRectangle(x: 0, y: 0, width: 960, height: 1080), RealRectangle(x: 960, y: 0, width: 960, height: 1080)
        )
        return PicturePlan(
            mixer: "combined.mixer", background: .black, layers: [layer(left, first), layer(right, second)])
    }

    /// Returns a picture of three cameras as in the layout `dominant`: `main` large at the left, the others one above
    /// the other at the right.
    package static func split(_ main: String, _ upper: String, _ lower: String) -> PicturePlan {
        let places = [(0.0, 0.0, 1344.0, 1080.0), (1344, 0, 576, 540), (1344, 540, 576, 540)].map {
            RealRectangle(x: $0.0, y: $0.1, width: $0.2, height: $0.3)
        }
        return PicturePlan(
            mixer: "combined.mixer", background: .black,
            layers: zip([main, upper, lower], places).map { layer($0, $1) })
    }

    package static func motion(_ from: PicturePlan, _ to: PicturePlan) -> PictureMotion {
        PictureMotion(from: from, to: to, sizes: sizes)
    }

    package static func transition(_ kind: Transition.Kind, _ from: PicturePlan, _ to: PicturePlan) -> PictureTransition
    {
        PictureTransition(Transition(kind), from: from, to: to, canvas: size, sizes: sizes)
    }

    package static func animation(_ change: PictureChange, _ from: PicturePlan, _ to: PicturePlan) -> PictureAnimation {
        PictureAnimation(change, from: from, to: to, canvas: size, sizes: sizes, rate: FrameRate(30))
    }

    /// Returns the fraction of the canvas in which two pictures differ (0...1), measured at points all over it.
    package static func distance(_ left: PicturePlan, _ right: PicturePlan) -> Double {
        var (sum, count) = (0.0, 0.0)
        for x in stride(from: 11.3, to: 1920, by: 71) {
            for y in stride(from: 7.7, to: 1080, by: 61) {
                let (a, b) = (seen(left, x, y), seen(right, x, y))
                let feeds = Set(a.keys).union(b.keys)
                sum += feeds.map { abs((a[$0] ?? 0) - (b[$0] ?? 0)) }.max() ?? 0
                count += 1
            }
        }
        return sum / count
    }

    /// Returns the largest visibility of the background at any point of the canvas (0...1).
    package static func ground(_ plan: PicturePlan) -> Double {
        let points = stride(from: 11.3, to: 1920, by: 71).flatMap { x in
            stride(from: 7.7, to: 1080, by: 61).map { (x, $0) }
        }
        return points.map { 1 - seen(plan, $0.0, $0.1).values.reduce(0, +) }.max() ?? 1
    }

    /// Returns each camera's visibility at a point (0...1).
    private static func seen(_ plan: PicturePlan, _ x: Double, _ y: Double) -> [PadReference: Double] {
        let over = plan.blend?.over ?? plan.layers.count
        var shares = drawn([:], plan.layers[..<(plan.blend?.second ?? over)], x, y)
        if let blend = plan.blend {
            let second = drawn([:], plan.layers[blend.second..<over], x, y)
            let share = share(of: blend, x, y)
            shares = shares.mapValues { $0 * (1 - share) }.merging(second.mapValues { $0 * share }, uniquingKeysWith: +)
        }
        return drawn(shares, plan.layers[over...], x, y)
    }

    private static func drawn(
        _ under: [PadReference: Double], _ layers: ArraySlice<PictureLayerPlan>, _ x: Double, _ y: Double
    ) -> [PadReference: Double] {
        layers.reduce(into: under) { shares, layer in
            let place = layer.target
            let isIn = place.x <= x && x < place.x + place.width && place.y <= y && y < place.y + place.height
            let opacity = isIn ? layer.opacity : 0
            shares = shares.mapValues { $0 * (1 - opacity) }
            shares[layer.feed, default: 0] += opacity
        }
    }

    private static func share(of blend: PictureBlendPlan, _ x: Double, _ y: Double) -> Double {
        switch blend.effect {
        case .dissolve: blend.share
        case .wipe: x > 1920 * (1 - blend.share) ? 1 : 0
        case .circle: ((x - 960) * (x - 960) + (y - 540) * (y - 540)).squareRoot() < blend.share * 1102 ? 1 : 0
        }
    }
}

extension RealRectangle {
    package var sides: [Double] { [x, y, width, height] }
}
