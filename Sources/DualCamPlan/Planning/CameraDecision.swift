import DualCamConfig

/// The size, rate, format and colours of a source's pictures, before the plan converts them.
struct Delivery: Sendable, Equatable {
    var size: FrameSize
    var rate: FrameRate
    /// The raw format of the source's pictures after decoding, by GStreamer's name; `nil` if only the decoder knows it.
    var raw: String?
    /// The encoded format in which the source delivers pictures, if they can be recorded without re-encoding.
    var encoded: PixelFormat?
    var colour: Colour?
    /// The number of processor cores that decoding the source's pictures keeps busy.
    var decoding: Double = 0
}

/// A camera with all decisions that the planner made about it.
struct CameraDecision: Sendable {
    var camera: Camera
    var source: CameraSource
    var delivery: Delivery
    /// The size of the camera's pictures after rotation, in which they are recorded and drawn into the combined
    /// picture.
    var size: FrameSize
    var isRecorded: Bool
    var isPassedThrough: Bool
    /// The camera's first position in the combined picture and its index in drawing order; `nil` if the camera is not
    /// visible there.
    var placement: (index: Int, placement: Placement)?
    /// True when the camera's pictures reach the mixer of the combined picture, so that the camera can be shown.
    var isFed = false
    /// True when the camera's pictures are converted to the colours of `delivery` before any other element uses them.
    var isRecoloured = false

    var name: String { camera.name }
    var isComposed: Bool { placement != nil }
    var isAbsent: Bool { source == .absent }
    /// True when the camera's frames are decoded. Encoded frames that are recorded unchanged are decoded only if the
    /// combined picture shows them.
    var isDecoded: Bool { isFed || (isRecorded && !isPassedThrough) }
}

extension CameraSource {
    /// Returns the size, rate, format and colours of the pictures that this source delivers.
    ///
    /// - Parameter camera: the camera as configured in the pipeline file.
    func delivery(for camera: Camera, costs: CostTable) -> Delivery {
        switch self {
        case .test: Delivery(size: camera.size, rate: camera.rate, raw: "I420")
        case .element: Delivery(size: camera.size, rate: camera.rate, raw: "I420", colour: .bt709)
        case .device(_, let mode, let rate): mode.delivery(at: rate, costs)
        case .clip(let clip): clip.video?.delivery(costs) ?? Delivery(size: camera.size, rate: camera.rate)
        // If an absent camera is passed through, it most likely delivers H.264, which is preferred over MJPG.
        case .absent:
            Delivery(size: camera.size, rate: camera.rate, encoded: camera.format == .mjpeg ? .mjpeg : .h264)
        }
    }
}

extension CaptureMode {
    /// Returns how pictures of this capture mode are checked for completeness.
    func inspected(_ size: FrameSize) -> FrameInspection.Form {
        switch format {
        case .mjpeg: .jpeg(size)
        case .h264: .h264
        case .raw(let name): .raw(bytes: Self.leastBytes(name, size))
        }
    }

    /// Returns the size in bytes of an unpadded picture in a raw format; `nil` for formats that few cameras have.
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

    /// The value of videoflip's `video-direction` for this rotation; `nil` without rotation.
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
    var turnedSize: FrameSize { rotate.swapsSides ? size.swapped : size }
}

extension FrameSize {
    var swapped: FrameSize { FrameSize(width: height, height: width) }
}

extension CameraSource {
    /// True when the source numbers its pictures, so that missing pictures can be detected.
    var numbersFrames: Bool {
        switch self {
        case .device, .test: true
        case .clip, .element, .absent: false
        }
    }
}
