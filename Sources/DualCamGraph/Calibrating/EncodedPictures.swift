internal import Dispatch
internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

/// Encoded pictures for the trials of decoders.
extension TrialPictureCache {
    private static let branch = BranchID.calibration

    /// JPEG pictures of about the size that cameras send, as multifilesrc takes them.
    func jpegs(_ size: FrameSize) throws(GraphFailure) -> String {
        let pattern = "\(folder)/camera-\(size.text)-%02d.jpg"
        guard !path("camera-\(size.text)-00.jpg").isMade else { return pattern }
        let encoder = ElementPlan("jpegenc", name: "encoder", branch: Self.branch, [Property("quality", .int(85))])
        let sink = ElementPlan(
            "multifilesink", name: "sink", branch: Self.branch, [Property("location", .string(pattern))])
        for number in 0..<SyntheticCamera.frames {
            adopt("\(folder)/camera-\(size.text)-" + (number < 10 ? "0\(number)" : "\(number)") + ".jpg")
        }
        try make([encoder, sink], size, frames: SyntheticCamera.frames)
        return pattern
    }

    /// Two seconds of H.264 as one file.
    func h264(_ size: FrameSize) throws(GraphFailure) -> String {
        let (path, isMade) = path("camera-\(size.text).h264")
        guard !isMade else { return path }
        let megabits = max(1, size.pixels * 4 / 1_000_000)
        let encoder = ElementPlan(
            "x264enc", name: "encoder", branch: Self.branch,
            [
                Property("bitrate", .int(Int64(megabits * 1000))), Property("key-int-max", .int(60)),
                Property("speed-preset", .enumeration(type: "GstX264EncPreset", nick: "veryfast")),
                Property("bframes", .int(0)), Property("byte-stream", .bool(true)),
            ])
        let sink = ElementPlan("filesink", name: "sink", branch: Self.branch, [Property("location", .string(path))])
        try make([encoder, sink], size, frames: 60)
        return path
    }

    /// Runs camera pictures through `elements` until they end.
    private func make(_ elements: [ElementPlan], _ size: FrameSize, frames: Int) throws(GraphFailure) {
        let pipeline = try translating { try MediaPipeline(name: "calibration") }
        var builder = GraphBuilder(pipeline: pipeline)
        var all = TrialSources.files(try camera(size), size, 0)
        all[0].properties.append(Property("num-buffers", .int(Int64(frames))))
        all += elements
        try builder.makeChain(all)
        let ended = DispatchSemaphore(value: 0)
        try builder.pad("sink", "sink").addProbe(.events) { info in
            if case .endOfStream? = info.event { ended.signal() }
            return .pass
        }
        defer { pipeline.stop() }
        try translating { try pipeline.setState(.playing) }
        guard ended.wait(timeout: .now() + .seconds(20)) == .success else {
            throw GraphFailure(.timeout, message: "the pictures for decoders were not made in time")
        }
    }
}
