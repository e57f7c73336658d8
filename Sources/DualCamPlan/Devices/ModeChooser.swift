package import DualCamConfig

/// Chooses the capture mode of a camera's device: the requested size and rate, or the nearest mode if the camera's
/// setting `mode` permits that. If no mode is suitable, throws an error that lists the device's modes.
package enum ModeChooser {
    /// Chooses the capture mode in which to open a camera's device, and returns the device together with that mode.
    ///
    /// - Parameters:
    ///   - passthrough: true if the device's encoded stream is recorded without re-encoding. `format: auto` then
    ///     prefers H.264 and MJPG, and only the requested size and rate are accepted.
    ///   - exactly: true to accept only the requested size and rate, even if the camera allows the nearest mode.
    /// - Throws: `GraphFailure.Code.deviceFormat` if the device does not offer such a mode.
    package static func choose(
        for camera: Camera, on device: DeviceFacts, passthrough: Bool = false, exactly: Bool = false
    ) throws(GraphFailure) -> CameraSource {
        let fitting = device.modes.filter { $0.size == camera.size && $0.delivers(camera.rate) }
        if let mode = best(of: fitting, for: camera.format, passthrough: passthrough) {
            return .device(device, mode: mode, rate: mode.listedRate(for: camera.rate) ?? camera.rate)
        }
        if !exactly, !passthrough, camera.acceptsNearest(of: device), let nearest = nearest(to: camera, on: device) {
            return .device(device, mode: nearest.mode, rate: nearest.rate)
        }
        throw refusal(of: camera, on: device, passthrough: passthrough)
    }

    private static func best(of modes: [CaptureMode], for format: CaptureFormat, passthrough: Bool) -> CaptureMode? {
        if let wanted = format.pixelFormat { return modes.first { $0.format == wanted } }
        let ranked = modes.compactMap { mode in rank(mode.format, passthrough).map { (mode: mode, rank: $0) } }
        return ranked.min { $0.rank < $1.rank }?.mode
    }

    /// Returns the rank of a capture format; the format with the lowest rank is preferred. Returns `nil` for a format
    /// that must not be chosen automatically, such as H.264 that would have to be decoded.
    static func rank(_ format: PixelFormat, _ passthrough: Bool) -> Int? {
        switch format {
        case .h264: passthrough ? 0 : nil
        case .mjpeg: passthrough ? 1 : 9
        case .raw where passthrough: nil
        case .raw("NV12"): 2
        case .raw("I420"), .raw("YU12"): 3
        case .raw("YUY2"): 4
        case .raw("UYVY"): 5
        case .raw: 6
        }
    }

    private static func refusal(of camera: Camera, on device: DeviceFacts, passthrough: Bool) -> GraphFailure {
        let format = askedFormat(of: camera, passthrough: passthrough)
        return GraphFailure(
            .deviceFormat, branch: .source(InputName(camera.name)),
            message: "camera \(camera.name): \(device.label) does not deliver \(format)\(camera.size) at "
                + "\(camera.rate); it offers: \(device.offers)",
            advice: advice(for: camera, on: device, passthrough: passthrough))
    }

    /// Returns the requested format as text followed by a space: `NV12 `, or `H264 or MJPG ` for passthrough. Empty if
    /// any format is accepted.
    static func askedFormat(of camera: Camera, passthrough: Bool) -> String {
        camera.format.pixelFormat.map { "\($0.text) " } ?? (passthrough ? "H264 or MJPG " : "")
    }

    private static func advice(for camera: Camera, on device: DeviceFacts, passthrough: Bool) -> String {
        if device.modes.contains(where: { $0.size == camera.size && $0.delivers(camera.rate) }) {
            return switch (camera.format, passthrough) {
            case (.auto, true): "Write another encoder than `passthrough` for encoders.\(camera.name)."
            case (.auto, false): "Write `format: h264` for cameras.\(camera.name) to have its H.264 decoded."
            default:
                "Write `format: auto` for cameras.\(camera.name), "
                    + (passthrough || nearest(to: camera, on: device) == nil
                        ? "or a format from this list."
                        : "a format from this list, or `mode: nearest` to have another size or rate of "
                            + "\(camera.format.rawValue) converted.")
            }
        }
        let rates = device.modes.filter { $0.size == camera.size }.flatMap(\.rates)
        let distance = { (rate: FrameRate) in abs(rate.framesPerSecond - camera.rate.framesPerSecond) }
        let others =
            passthrough || nearest(to: camera, on: device) == nil ? nil : "`mode: nearest` to have it converted"
        let advice = { (own: String, other: String) in
            "Write \(own) for cameras.\(camera.name), " + (others.map { "\(other), or \($0)." } ?? "or \(other).")
        }
        if let nearest = rates.min(by: { distance($0) < distance($1) }), nearest != camera.rate {
            return advice("`rate: \(nearest)`", "another size")
        }
        let far = { (mode: CaptureMode) in abs(mode.size.pixels - camera.size.pixels) }
        let sameRate = device.modes.filter { $0.size != camera.size && $0.delivers(camera.rate) }
        guard let nearest = sameRate.min(by: { far($0) < far($1) }) else {
            return "Write a size, rate and format from this list for cameras.\(camera.name)"
                + (others.map { ", or \($0)." } ?? ".")
        }
        return advice("`size: \(nearest.size)`", "another rate")
    }
}

extension CaptureMode {
    func delivers(_ rate: FrameRate) -> Bool { listedRate(for: rate) != nil }

    /// Returns the device's frame rate that equals the requested rate within `FrameRate.tolerance`; `nil` if there is
    /// none. If the device lists no rates, returns the requested rate, which is tested when the device is opened.
    func listedRate(for rate: FrameRate) -> FrameRate? {
        if rates.isEmpty || rates.contains(rate) || anyRate.map({ $0.contains(rate) }) == true { return rate }
        let deviation = { (listed: FrameRate) in abs(listed.framesPerSecond / rate.framesPerSecond - 1) }
        return rates.min { deviation($0) < deviation($1) }.flatMap { $0.isEqual(to: rate) ? $0 : nil }
    }
}

extension CaptureFormat {
    /// The pixel format that the pipeline file requests; `nil` for `auto`.
    var pixelFormat: PixelFormat? {
        switch self {
        case .auto: nil
        case .mjpeg: .mjpeg
        case .h264: .h264
        default: .raw(rawValue.uppercased())
        }
    }
}

/// A picture size and a frame rate that several cameras share.
package struct CommonMode: Sendable, Equatable {
    package var size: FrameSize
    package var rate: FrameRate

    package init(size: FrameSize, rate: FrameRate) { (self.size, self.rate) = (size, rate) }
}

extension ModeChooser {
    private static let largest = 1920 * 1080
    /// The frame rate in frames per second below which motion does not look smooth.
    private static let slowest = 24.0
    private static let usual = FrameRate(30)

    /// Returns the sizes that all cameras offer at a common rate, the best size first. Sizes up to 1920x1080 at 24
    /// frames per second or more are preferred. Each size is combined with the common rate that is nearest to 30.
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

    /// Returns the capture modes that may be chosen for a camera with `format: auto`, which exclude H.264.
    private static func usable(_ device: DeviceFacts) -> [CaptureMode] {
        device.modes.filter { rank($0.format, false) != nil }
    }

    /// Returns the frame rate nearest to 30 that several cameras share; `nil` if they share none.
    ///
    /// - Parameter modes: for each camera, its modes at one size.
    private static func rate(of modes: [[CaptureMode]]) -> FrameRate? {
        if modes.contains(where: \.isEmpty) { return nil }
        let all = Set(modes.joined().flatMap(\.rates))
        let shared = (all.isEmpty ? [usual] : all).filter { rate in
            modes.allSatisfy { $0.contains { $0.delivers(rate) } }
        }
        return shared.min { distance($0) < distance($1) }
    }

    /// Returns the key by which rates are sorted in ascending order: the distance from 30 frames per second. Of two
    /// rates at the same distance, the faster one comes first.
    private static func distance(_ rate: FrameRate) -> (Double, Double) {
        (abs(rate.framesPerSecond - usual.framesPerSecond), -rate.framesPerSecond)
    }
}
