package import DualCamConfig

/// The size, frame rate, format and colours of the pictures that a source delivers, before the recording converts them.
package struct Delivery: Sendable, Equatable {
    var size: FrameSize
    var rate: FrameRate
    /// GStreamer's name for the raw format of the source's decoded pictures; `nil` if it is not known until the decoder
    /// runs.
    package var raw: String?
    /// The encoded format of the source's pictures, if they can be recorded without re-encoding; otherwise `nil`.
    var encoded: PixelFormat?
    var colour: Colour?
    /// The number of cores that are busy decoding the source's pictures.
    package var decoding: Double = 0
}

/// A camera together with the planner's decisions about it.
package struct CameraDecision: Sendable {
    package var camera: Camera
    package var source: CameraSource
    package var delivery: Delivery
    /// The size of the camera's pictures after rotation. They are recorded and drawn in this size.
    var size: FrameSize
    var isRecorded: Bool
    var isPassedThrough: Bool
    /// The position of the camera in the combined picture at the start, with its index in the drawing order. `nil` if
    /// the camera is not visible at the start.
    var placement: (index: Int, placement: Placement)?
    /// True when the mixer of the combined picture receives the camera's pictures.
    var isFed = false
    /// True when the camera's pictures are converted to the colours of `delivery` before other elements use them.
    var isRecoloured = false

    package var name: String { camera.name }
    var isComposed: Bool { placement != nil }
    var isAbsent: Bool { source == .absent }
    /// True when the camera's frames are decoded. If its encoded frames are recorded unchanged, they are decoded only
    /// if the combined picture needs them.
    var isDecoded: Bool { isFed || (isRecorded && !isPassedThrough) }
}

extension CameraSource {
    /// Returns the size, frame rate, format and colours of the pictures that the source delivers for this camera.
    ///
    /// - Parameter camera: the camera's settings in the pipeline file.
    func delivery(for camera: Camera, costs: CostTable) -> Delivery {
        switch self {
        case .test: Delivery(size: camera.size, rate: camera.rate, raw: "I420")
        case .element: Delivery(size: camera.size, rate: camera.rate, raw: "I420", colour: .bt709)
        case .device(_, let mode, let rate): mode.delivery(at: rate, costs)
        case .clip(let clip): clip.video?.delivery(costs) ?? Delivery(size: camera.size, rate: camera.rate)
        // An absent camera that is recorded without re-encoding is assumed to deliver H.264, which is preferred to
        // MJPG.
        case .absent:
            Delivery(size: camera.size, rate: camera.rate, encoded: camera.format == .mjpeg ? .mjpeg : .h264)
        }
    }
}

extension CaptureMode {
    /// Returns the check that detects incomplete pictures in the capture mode's format.
    func inspected(_ size: FrameSize) -> FrameInspection.Form {
        switch format {
        case .mjpeg: .jpeg(size)
        case .h264: .h264
        case .raw(let name): .raw(bytes: Self.leastBytes(name, size))
        }
    }

    /// Returns the size in bytes of a raw picture without padding; `nil` for formats that few cameras deliver.
    private static func leastBytes(_ format: String, _ size: FrameSize) -> Int? {
        switch format {
        case "YUY2", "UYVY", "YVYU", "VYUY", "Y42B", "NV16": size.pixels * 2
        case "NV12", "NV21", "I420", "YU12", "YV12": size.pixels * 3 / 2
        case "GRAY8": size.pixels
        case "RGB", "BGR": size.pixels * 3
        default: nil
        }
    }

    fileprivate func delivery(at rate: FrameRate, _ costs: CostTable) -> Delivery {
        let amount = WorkAmount(size, rate)
        switch format {
        case .raw(let name):
            let colour = Colour.isConverted(name) ? .bt709 : Colour.seen(colorimetry, in: size, chromaSite: nil)
            return Delivery(size: size, rate: rate, raw: name == "YU12" ? "I420" : name, colour: colour)
        case .mjpeg:
            return Delivery(
                size: size, rate: rate, raw: "I420", encoded: .mjpeg, colour: .jpeg,
                decoding: costs.cores(WorkName.decode("mjpeg"), amount))
        case .h264:
            let colour = Colour.seen(colorimetry, in: size, chromaSite: "mpeg2")
            return Delivery(
                size: size, rate: rate, raw: "I420", encoded: .h264, colour: colour,
                decoding: costs.cores(WorkName.decode("h264"), amount))
        }
    }
}

extension ClipFacts.Video {
    fileprivate func delivery(_ costs: CostTable) -> Delivery {
        let isJPEG = decoders.contains("jpegdec")
        let isH264 = decoders.first == "h264parse"
        let isConverted = format.map(Colour.isConverted) ?? false
        let colour =
            isConverted
            ? .bt709
            : isJPEG && colorimetry == nil
                ? .jpeg : Colour.seen(colorimetry, in: size, chromaSite: isJPEG ? "jpeg" : "mpeg2")
        let codec = isJPEG ? "mjpeg" : isH264 ? "h264" : "other"
        return Delivery(
            size: size, rate: rate, raw: format, encoded: isJPEG ? .mjpeg : isH264 ? .h264 : nil, colour: colour,
            decoding: decoders.isEmpty ? 0 : costs.cores(WorkName.decode(codec), WorkAmount(size, rate)))
    }
}

extension Rotation {
    var swapsSides: Bool { self == .clockwise90 || self == .clockwise270 }

    /// The value of videoflip's property `video-direction` that results in this rotation; `nil` if the picture is not
    /// rotated.
    var direction: String? {
        switch self {
        case .none: nil
        case .clockwise90: "90r"
        case .upsideDown: "180"
        case .clockwise270: "90l"
        case .mirror: "horiz"
        }
    }
}

extension Camera {
    /// The size of the camera's pictures after rotation.
    package var turnedSize: FrameSize { rotate.swapsSides ? size.swapped : size }
}

extension FrameSize {
    var swapped: FrameSize { FrameSize(width: height, height: width) }
}

extension CameraSource {
    /// True when the source numbers its pictures consecutively, so that missing pictures can be detected.
    var numbersFrames: Bool {
        switch self {
        case .device, .test: true
        case .clip, .element, .absent: false
        }
    }
}
