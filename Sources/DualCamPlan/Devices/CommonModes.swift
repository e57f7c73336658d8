package import DualCamConfig

/// A size and a rate that several cameras deliver.
package struct CommonMode: Sendable, Equatable {
    package var size: FrameSize
    package var rate: FrameRate

    package init(size: FrameSize, rate: FrameRate) { (self.size, self.rate) = (size, rate) }
}

extension ModeChooser {
    private static let largest = 1920 * 1080
    /// Slower pictures are no film.
    private static let slowest = 24.0
    private static let usual = FrameRate(30)

    /// Returns the sizes that all of these cameras deliver at one rate, the best first: up to 1920x1080 and at 24 frames a
    /// second or more where there are such. Of the rates at a size it is the one that is nearest to 30.
    package static func common(to devices: [DeviceFacts]) -> [CommonMode] {
        guard let first = devices.first else { return [] }
        let sizes = Set(usable(first).map(\.size)).filter { $0.width % 2 == 0 && $0.height % 2 == 0 }
        let modes = sizes.compactMap { size in
            rate(of: devices.map { usable($0).filter { $0.size == size } }).map { CommonMode(size: size, rate: $0) }
        }
        let small = modes.filter { $0.size.pixels <= largest }
        return (small.isEmpty ? modes : small).sorted { one, other in
            let (isFast, isOtherFast) = (one.rate.framesPerSecond >= slowest, other.rate.framesPerSecond >= slowest)
            if isFast != isOtherFast { return isFast }
            return (one.size.pixels, one.size.width) > (other.size.pixels, other.size.width)
        }
    }

    /// The modes that are recorded without being asked for.
    private static func usable(_ device: DeviceFacts) -> [CaptureMode] {
        device.modes.filter { rank($0.format, false) != nil }
    }

    /// - Parameter modes: those of each camera at one size.
    private static func rate(of modes: [[CaptureMode]]) -> FrameRate? {
        if modes.contains(where: \.isEmpty) { return nil }
        let all = Set(modes.joined().flatMap(\.rates))
        let shared = (all.isEmpty ? [usual] : all).filter { rate in
            modes.allSatisfy { $0.contains { $0.delivers(rate) } }
        }
        return shared.min { distance($0) < distance($1) }
    }

    /// Of two that are as far from 30 the faster one is nearer.
    private static func distance(_ rate: FrameRate) -> (Double, Double) {
        (abs(rate.framesPerSecond - usual.framesPerSecond), -rate.framesPerSecond)
    }
}
