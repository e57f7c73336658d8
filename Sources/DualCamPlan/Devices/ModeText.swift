package import DualCamConfig

extension FrameRate {
    /// The rate as the pipeline file writes it: `30`, `30000/1001`.
    package var text: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}

extension FrameSize {
    /// The size as the pipeline file writes it: `1920x1080`.
    package var text: String { "\(width)x\(height)" }
}

extension PixelFormat {
    /// The format's name for people: `NV12`, `MJPG`, `H264`.
    package var text: String {
        switch self {
        case .raw(let name): name
        case .mjpeg: "MJPG"
        case .h264: "H264"
        }
    }
}

extension DeviceFacts {
    /// `/dev/video0 (HD Webcam)`
    var label: String { "\(path) (\(card))" }

    /// Everything the device delivers, formats with the same sizes and rates together:
    /// `YUY2 or NV12 640x360 at 40, 320x180 at 60; MJPG 1280x720 at 30`.
    package var offers: String {
        var formats: [PixelFormat] = []
        for mode in modes where !formats.contains(mode.format) { formats.append(mode.format) }
        guard !formats.isEmpty else { return "nothing that this program can record" }
        var groups: [(formats: [String], sizes: String)] = []
        for format in formats {
            let sizes = modes.filter { $0.format == format }.map(\.text).joined(separator: ", ")
            if let index = groups.firstIndex(where: { $0.sizes == sizes }) {
                groups[index].formats.append(format.text)
            } else {
                groups.append(([format.text], sizes))
            }
        }
        return groups.map { $0.formats.joined(separator: " or ") + " " + $0.sizes }.joined(separator: "; ")
    }
}

extension CaptureMode {
    /// `640x360 at 40 or 30`
    fileprivate var text: String {
        rates.isEmpty ? "\(size.text) at any rate" : "\(size.text) at " + rates.map(\.text).joined(separator: " or ")
    }
}
