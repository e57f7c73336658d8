import DualCamConfig

/// The pictures that a source delivers before anything is done to them.
struct Delivery: Sendable, Equatable {
    var size: FrameSize
    var rate: FrameRate
    /// The raw format after decoding, GStreamer's name; `nil`: only the decoder knows.
    var raw: String?
    /// The encoded format that arrives and can be passed through.
    var encoded: PixelFormat?
    var colour: Colour?
    /// Cores that decoding keeps busy.
    var decoding: Double = 0
}

/// A camera with everything decided about it.
struct CameraDecision: Sendable {
    var camera: Camera
    var source: CameraSource
    var delivery: Delivery
    /// The size after rotation, in which it is recorded and composed.
    var size: FrameSize
    var isRecorded: Bool
    var isPassedThrough: Bool
    /// The place where it is seen at first; `nil`: nowhere.
    var placement: (index: Int, placement: Placement)?
    /// True when its pictures come to the mixer, so that it can be seen.
    var isFed = false
    /// True when it delivers other colours than `delivery` says; its pictures are converted before anything takes them.
    var isRecoloured = false

    var name: String { camera.name }
    var isComposed: Bool { placement != nil }
    var isAbsent: Bool { source == .absent }
    /// Frames that are passed through need no pixels unless the combined picture shows them.
    var isDecoded: Bool { isFed || (isRecorded && !isPassedThrough) }
}

extension CameraSource {
    /// - Parameter camera: the camera as the pipeline file has it.
    func delivery(for camera: Camera, costs: CostTable) -> Delivery {
        switch self {
        case .test: Delivery(size: camera.size, rate: camera.rate, raw: "I420")
        case .element: Delivery(size: camera.size, rate: camera.rate, raw: "I420", colour: .bt709)
        case .device(_, let mode, let rate): mode.delivery(at: rate, costs)
        case .clip(let clip): clip.video?.delivery(costs) ?? Delivery(size: camera.size, rate: camera.rate)
        // Passed through, it will most likely be what cameras are asked for first.
        case .absent:
            Delivery(size: camera.size, rate: camera.rate, encoded: camera.format == .mjpeg ? .mjpeg : .h264)
        }
    }
}

extension CaptureMode {
    /// Returns the inspection of the camera's pictures.
    func inspected(_ size: FrameSize) -> FrameInspection.Form {
        switch format {
        case .mjpeg: .jpeg(size)
        case .h264: .h264
        case .raw(let name): .raw(bytes: Self.leastBytes(name, size))
        }
    }

    /// The bytes of a picture without padding, of formats that most cameras have.
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

    /// videoflip's `video-direction`.
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
    /// The size of its pictures after rotation.
    var turnedSize: FrameSize { rotate.swapsSides ? size.swapped : size }
}

extension FrameSize {
    var swapped: FrameSize { FrameSize(width: height, height: width) }
}

extension CameraSource {
    /// True where each picture comes with a number that tells whether one is missing before it.
    var numbersFrames: Bool {
        switch self {
        case .device, .test: true
        case .clip, .element, .absent: false
        }
    }
}
