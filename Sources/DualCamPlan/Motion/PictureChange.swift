package import DualCamConfig
import Glibc

/// The way in which one picture becomes another.
package enum PictureChange: Sendable, Equatable {
    /// The picture changes with the next frame.
    case atOnce
    /// Cameras move, cuts zoom.
    case motion(Duration, Easing)
    /// Cuts zoom, so many octaves a second from where they are seen: twice as near, or half, is one.
    case ramp(rate: Double, Easing)
    /// The main picture gives way to another.
    case transition(Transition)

    /// True when the next frame shows the end, wherever it begins.
    package var isAtOnce: Bool {
        switch self {
        case .atOnce: true
        case .motion(let duration, _): duration == .zero
        case .ramp: false
        case .transition(let transition): transition.kind == .cut || transition.duration == .zero
        }
    }

    var easing: Easing {
        switch self {
        case .atOnce: .linear
        case .motion(_, let easing), .ramp(_, let easing): easing
        case .transition(let transition): transition.easing
        }
    }

    /// Returns how long it takes from one picture to another.
    func seconds(from: PicturePlan, to: PicturePlan, _ sizes: [PadReference: FrameSize]) -> Double {
        switch self {
        case .atOnce: 0
        case .motion(let duration, _): duration / .seconds(1)
        case .ramp(let rate, _): to.octaves(from: from, sizes) / rate
        case .transition(let transition): transition.kind == .cut ? 0 : transition.duration / .seconds(1)
        }
    }
}

extension PicturePlan {
    /// Returns how far the camera has to go that has to go farthest.
    fileprivate func octaves(from: PicturePlan, _ sizes: [PadReference: FrameSize]) -> Double {
        layers.compactMap { layer -> Double? in
            let start = from.layers.first { $0.owner == layer.owner && $0.target == layer.target }
            return (start ?? from.layers.first { $0.owner == layer.owner })?.octaves(to: layer, sizes)
        }.max() ?? 0
    }
}

extension PictureLayerPlan {
    /// Returns the way of the zoom in octaves; a centre that moves by all that is seen counts as one.
    fileprivate func octaves(to end: PictureLayerPlan, _ sizes: [PadReference: FrameSize]) -> Double? {
        let isWide = views != nil && views == end.views
        guard let size = sizes[isWide ? views?.wide ?? feed : feed] else { return nil }
        let whole = RealRectangle(size)
        let cuts = [self, end].map { layer in (isWide ? layer.views?.wideCut(of: layer) : layer.source) ?? whole }
        let zooms = cuts.map { CutWay.widest($0.aspect, in: size) / $0.width }
        let nearest = max(1, min(zooms[0], zooms[1]))
        let moved = max(
            abs(cuts[1].centre.x - cuts[0].centre.x) / whole.width,
            abs(cuts[1].centre.y - cuts[0].centre.y) / whole.height)
        return max(abs(log2(zooms[1] / zooms[0])), moved * nearest)
    }
}

extension Easing {
    /// The speed at which a spring comes to rest, and the number of times it swings.
    private static let damping = 5.0
    private static let swing = 2 * Double.pi

    /// Tells how far a change has come when a share of its time is over: from 0 at 0 to 1 at 1, and only `spring` beyond that.
    ///
    /// - Parameter share: 0...1; what lies outside counts as the nearer end.
    package func progress(at share: Double) -> Double {
        let share = max(0, min(1, share))
        switch self {
        case .linear: return share
        case .easeIn: return share * share * share
        case .easeOut: return 1 - (1 - share) * (1 - share) * (1 - share)
        case .easeInOut:
            let rest = 2 - 2 * share
            return share < 0.5 ? 4 * share * share * share : 1 - rest * rest * rest / 2
        case .spring: return Self.swung(share) + (1 - Self.swung(1)) * share
        }
    }

    /// A damped spring let go at 0 that rests at 1, as it would without end.
    private static func swung(_ share: Double) -> Double {
        let angle = swing * share
        return 1 - exp(-damping * share) * (cos(angle) + damping / swing * sin(angle))
    }
}
