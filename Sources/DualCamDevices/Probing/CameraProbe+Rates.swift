internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

// MARK: Devices that accept any rate
extension CameraProbe {
    /// Returns the modes of the device at `path`. If v4l2src lists only individual frame rates although the device
    /// accepts a range of rates, adds the range.
    static func ranged(_ modes: [CaptureMode], of path: String) -> [CaptureMode] {
        let forms = modes.map { mode in
            VideoIntervals.Form(mode.format.code ?? "", width: mode.size.width, height: mode.size.height)
        }
        return zip(modes, VideoIntervals.read(of: path, forms)).map { mode, intervals in
            guard let intervals, mode.anyRate == nil, !mode.rates.isEmpty else { return mode }
            let rates = [intervals.longest, intervals.shortest].map { FrameRate($0[1], $0[0]) }
            guard rates[0] <= rates[1], rates[1].framesPerSecond <= highest else { return mode }
            var mode = mode
            let within = Set(commonRates.filter { $0 >= rates[0] && $0 <= rates[1] } + [rates[1]])
            (mode.anyRate, mode.rates) = (rates[0]...rates[1], within.sorted(by: >))
            return mode
        }
    }
}

extension PixelFormat {
    /// V4L2's four-character code for this format; `nil` if the format's frame rates must be taken from v4l2src instead
    /// of V4L2.
    fileprivate var code: String? {
        switch self {
        case .mjpeg: "MJPG"
        case .h264: nil
        case .raw(let name):
            [
                "YUY2": "YUYV", "UYVY": "UYVY", "YVYU": "YVYU", "NV12": "NV12", "I420": "YU12", "YU12": "YU12",
                "YV12": "YV12", "GRAY8": "GREY",
            ][name]
        }
    }
}
