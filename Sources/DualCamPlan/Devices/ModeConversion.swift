package import DualCamConfig

// MARK: The nearest mode
extension ModeChooser {
    /// Returns the device's mode and rate that are nearest to a camera's request; `nil` if the device has no mode in
    /// the requested format.
    ///
    /// Rates of at least half of the requested rate are preferred. Further criteria, in descending order of importance,
    /// are the same size, the same shape, a larger picture, and the smallest difference in size. Among the rates at one
    /// size, the requested rate or a multiple of it is preferred, then the next higher rate.
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
    /// Returns the frame rates at which this mode may be opened for a camera that requests `rate`: only the requested
    /// rate if the mode offers it, otherwise all rates of the mode.
    fileprivate func rates(near rate: FrameRate) -> [FrameRate] { listedRate(for: rate).map { [$0] } ?? rates }
}

extension FrameSize {
    /// Returns true if both sizes have the same aspect ratio, within one hundredth.
    func isShaped(as other: FrameSize) -> Bool {
        let (own, others) = (Double(width) / Double(height), Double(other.width) / Double(other.height))
        return abs(own / others - 1) < 0.01
    }
}

extension FrameRate {
    /// The relative difference below which two frame rates count as equal, such as 30 and 30000/1001, or 30000/1001 and
    /// a driver's 2997/100.
    static let tolerance = 0.002

    /// Returns true if both frame rates are equal within the tolerance.
    package func isEqual(to other: FrameRate) -> Bool {
        abs(framesPerSecond / other.framesPerSecond - 1) <= Self.tolerance
    }
}

extension Camera {
    /// Returns true if the camera may use a device that does not offer the requested mode exactly.
    func acceptsNearest(of device: DeviceFacts) -> Bool { (mode ?? (device.isGrabber ? .nearest : .exact)) == .nearest }

    /// Returns the conversion of a device's pictures to the camera's size and rate. Returns `nil` if they need no
    /// conversion, or if the source is not a device.
    package func conversion(of source: CameraSource) -> ModeConversion? {
        guard case .device(_, let mode, let delivered) = source else { return nil }
        let conversion = ModeConversion(
            from: mode.size, delivered, to: size, delivered.isEqual(to: rate) ? delivered : rate)
        return conversion.changesSize || conversion.changesRate ? conversion : nil
    }
}

/// The conversion of a device's pictures to the requested size and rate.
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

    /// The conversion as text for users: `scaled to 1920x1080 with black bars, brought to 30 pictures a second`.
    package var words: String {
        let bars = size.isShaped(as: newSize) ? "" : " with black bars"
        let parts = [
            changesSize ? "scaled to \(newSize)\(bars)" : nil,
            changesRate ? "brought to \(newRate) pictures a second" : nil,
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    /// Returns a full sentence that tells users how a camera's pictures are converted.
    package func remark(of camera: String, _ source: CameraSource) -> String {
        guard case .device(let device, _, _) = source else { return "" }
        return
            "Camera \(camera): \(device.label) does not deliver \(newSize) at \(newRate); its \(size) at \(rate) is \(words)."
    }
}
