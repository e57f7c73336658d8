package import DualCamConfig

// MARK: The mode that comes nearest
extension ModeChooser {
    /// Returns the device's mode and rate that come nearest to what a camera asks for; `nil`: the device has none in its format.
    ///
    /// A rate below half of the one that is asked for comes last. Then the same size comes before others, the same shape before others, a
    /// larger picture before a smaller one, and the size that differs least. Of the rates at a size it is the one that is asked for, or a
    /// whole multiple of it, else the next higher one.
    static func nearest(to camera: Camera, on device: DeviceFacts) -> (mode: CaptureMode, rate: FrameRate)? {
        let wanted = camera.format.pixelFormat
        let modes = device.modes.filter { mode in
            wanted.map { $0 == mode.format } ?? (rank(mode.format, false) != nil)
        }
        let all = modes.flatMap { mode in mode.rates(near: camera.rate).map { (mode: mode, rate: $0) } }
        return all.min { one, other in
            distance(of: one, to: camera).lexicographicallyPrecedes(distance(of: other, to: camera))
        }
    }

    private static func distance(of found: (mode: CaptureMode, rate: FrameRate), to camera: Camera) -> [Double] {
        let (size, wanted) = (found.mode.size, camera.size)
        let (rate, asked) = (found.rate.framesPerSecond, camera.rate.framesPerSecond)
        let isEqual = found.rate.isEqual(to: camera.rate)
        let multiple = (rate / asked).rounded()
        let isMultiple = multiple >= 1 && abs(rate / asked / multiple - 1) <= FrameRate.tolerance
        let rows: [Bool] = [
            rate < asked / 2, size != wanted, !size.isShaped(as: wanted),
            size.width < wanted.width || size.height < wanted.height,
        ]
        return rows.map { $0 ? 1 : 0 } + [
            Double(abs(size.pixels - wanted.pixels)), isEqual ? 0 : isMultiple ? 1 : rate > asked ? 2 : 3,
            abs(rate - asked), Double(rank(found.mode.format, false) ?? 0),
        ]
    }
}

extension CaptureMode {
    /// The rates that it may be opened at for a camera that asks for `rate`.
    fileprivate func rates(near rate: FrameRate) -> [FrameRate] { listedRate(for: rate).map { [$0] } ?? rates }
}

extension FrameSize {
    /// Returns true where both have the same ratio of width to height, to a hundredth.
    func isShaped(as other: FrameSize) -> Bool {
        let (own, others) = (Double(width) / Double(height), Double(other.width) / Double(other.height))
        return abs(own / others - 1) < 0.01
    }
}

extension FrameRate {
    /// Rates that differ by less count as one: 30 and 30000/1001, or 30000/1001 and the 2997/100 that a driver makes of it.
    static let tolerance = 0.002

    /// Returns true where both count as one rate.
    package func isEqual(to other: FrameRate) -> Bool {
        abs(framesPerSecond / other.framesPerSecond - 1) <= Self.tolerance
    }
}

extension Camera {
    /// Returns true where a device that does not deliver what the camera asks for is taken all the same.
    func acceptsNearest(of device: DeviceFacts) -> Bool { (mode ?? (device.isGrabber ? .nearest : .exact)) == .nearest }

    /// Returns what becomes of a device's pictures on their way to the camera's size and rate; `nil`: they stay as they come, or the source
    /// is no device.
    package func conversion(of source: CameraSource) -> ModeConversion? {
        guard case .device(_, let mode, let delivered) = source else { return nil }
        let conversion = ModeConversion(
            from: mode.size, delivered, to: size, delivered.isEqual(to: rate) ? delivered : rate)
        return conversion.changesSize || conversion.changesRate ? conversion : nil
    }
}

/// The way of a device's pictures to the size and rate that are asked for.
package struct ModeConversion: Sendable, Equatable {
    package var size: FrameSize
    package var rate: FrameRate
    package var newSize: FrameSize
    package var newRate: FrameRate

    init(from size: FrameSize, _ rate: FrameRate, to newSize: FrameSize, _ newRate: FrameRate) {
        (self.size, self.rate, self.newSize, self.newRate) = (size, rate, newSize, newRate)
    }

    package var changesSize: Bool { size != newSize }
    package var changesRate: Bool { rate != newRate }

    /// `scaled to 1920x1080 with black bars, brought to 30 pictures a second`
    package var words: String {
        let bars = size.isShaped(as: newSize) ? "" : " with black bars"
        let parts = [
            changesSize ? "scaled to \(newSize)\(bars)" : nil,
            changesRate ? "brought to \(newRate) pictures a second" : nil,
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    /// One full sentence.
    package func remark(of camera: String, _ source: CameraSource) -> String {
        guard case .device(let device, _, _) = source else { return "" }
        return
            "Camera \(camera): \(device.label) does not deliver \(newSize) at \(newRate); its \(size) at \(rate) is \(words)."
    }
}
