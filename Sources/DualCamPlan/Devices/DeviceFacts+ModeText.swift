import DualCamConfig

extension PixelFormat {
    /// The name of the format for display: `NV12`, `MJPG`, `H264`.
    package var text: String {
        switch self {
        case .raw(let name): name
        case .mjpeg: "MJPG"
        case .h264: "H264"
        }
    }
}

extension DeviceFacts {
    /// The path and the model name of the device for display: `/dev/video0 (HD Webcam)`.
    package var label: String { "\(path) (\(card))" }

    /// The device's capture modes as text for display. Formats with the same sizes and rates share an entry:
    /// `YUY2 or NV12 640x360 at 40, 320x180 at 60; MJPG 1280x720 at 30`.
    package var offers: String {
        let formats = modes.grouped(by: \.format)
        guard !formats.isEmpty else { return "nothing that this program can record" }
        let groups = formats.grouped { $0.elements.map(\.text).joined(separator: ", ") }
        return groups.map { sizes, formats in
            formats.map(\.key.text).joined(separator: " or ") + " " + sizes
        }.joined(separator: "; ")
    }
}

extension CaptureMode {
    /// The size and the frame rates of the capture mode for display: `640x360 at 40 or 30`.
    fileprivate var text: String {
        rates.isEmpty ? "\(size) at any rate" : "\(size) at " + rates.map(\.notation).joined(separator: " or ")
    }
}
