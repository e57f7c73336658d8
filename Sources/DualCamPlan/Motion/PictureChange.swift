package import DualCamConfig
import Glibc

/// The kind of change between two pictures: a cut, a motion, a zoom or a transition.
package enum PictureChange: Sendable, Equatable {
    /// A cut: the next frame shows the final picture.
    case atOnce
    /// A motion: cameras move and zoom over a duration.
    case motion(Duration, Easing)
    /// A zoom at a constant speed in octaves per second. One octave doubles or halves the size.
    case ramp(rate: Double, Easing)
    /// A transition from one main picture to another, such as a dissolve.
    case transition(Transition)

    /// True if the next frame already shows the final picture.
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

    /// Returns the duration of the change from one picture to another, in seconds.
    ///
    /// - Parameter sizes: the sizes of the cameras' pictures, by the pads through which the mixer receives them.
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
    /// Returns the greatest zoom distance of any camera between two pictures, in octaves.
    fileprivate func octaves(from: PicturePlan, _ sizes: [PadReference: FrameSize]) -> Double {
        layers.compactMap { layer -> Double? in
            let start = from.layers.first { $0.owner == layer.owner && $0.target == layer.target }
            return (start ?? from.layers.first { $0.owner == layer.owner })?.octaves(to: layer, sizes)
        }.max() ?? 0
    }
}

extension PictureLayerPlan {
    /// Returns the zoom distance between two states of a layer, in octaves. Moving the centre by the whole visible
    /// width or height counts as one octave. Returns `nil` if the size of the camera's picture is unknown.
    fileprivate func octaves(to end: PictureLayerPlan, _ sizes: [PadReference: FrameSize]) -> Double? {
        let isWide = views != nil && views == end.views
        guard let size = sizes[isWide ? views?.wide ?? feed : feed] else { return nil }
        let whole = RealRectangle(size)
        let cuts = [self, end].map { layer in (isWide ? layer.views?.wideCut(of: layer) : layer.source) ?? whole }
        let zooms = cuts.map { CropInterpolation.widest($0.aspect, in: size) / $0.width }
        let nearest = max(1, min(zooms[0], zooms[1]))
        let moved = max(
            abs(cuts[1].centre.x - cuts[0].centre.x) / whole.width,
            abs(cuts[1].centre.y - cuts[0].centre.y) / whole.height)
        return max(abs(log2(zooms[1] / zooms[0])), moved * nearest)
    }
}

extension Easing {
    /// The damping of the spring.
    private static let damping = 5.0
    /// The angle, in radians, through which the spring oscillates during the change.
    private static let swing = 2 * Double.pi

    /// Returns the progress of a change at a fraction of its duration, from 0 at the start to 1 at the end. Only
    /// `spring` exceeds this range.
    ///
    /// - Parameter share: the elapsed fraction of the duration. Values outside of 0 ... 1 are limited to it.
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

    /// Returns the position of a damped spring that is released at position 0 and settles at 1.
    private static func swung(_ share: Double) -> Double {
        let angle = swing * share
        return 1 - exp(-damping * share) * (cos(angle) + damping / swing * sin(angle))
    }
}
