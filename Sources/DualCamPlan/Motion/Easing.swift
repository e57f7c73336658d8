package import DualCamConfig
import Glibc

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
