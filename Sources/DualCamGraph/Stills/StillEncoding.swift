internal import DualCamDevices
package import DualCamPlan
package import GStreamer
internal import Synchronization

/// Encodes one frame as a JPEG or PNG file, in a separate pipeline with a low-priority thread.
package struct StillEncoding: Sendable {
    let frame: StillFrame
    let format: Snapshot.Format

    package init(frame: StillFrame, format: Snapshot.Format) { (self.frame, self.format) = (frame, format) }

    private static let branch = BranchID.still
    /// The timeout for encoding one still, in seconds.
    private static let limit = 8.0
    /// The niceness added to the thread that encodes a still, so that the recording has priority.
    private static let deference: Int32 = 10

    /// Encodes the frame and returns the JPEG or PNG file. Blocks. Throws `timeout` after eight seconds, and `fault` if
    /// the frame cannot be encoded.
    package func perform() throws(GraphFailure) -> Snapshot {
        try translating(in: Self.branch) {
            let pipeline = try MediaPipeline(name: "still")
            defer { pipeline.stop() }
            let bytes = try encode(in: pipeline)
            guard !bytes.isEmpty else { throw GraphFailure(.fault, message: "the still could not be encoded") }
            return Snapshot(bytes: bytes, at: RunningTime(nanoseconds: frame.runningTime))
        }
    }

    private func encode(in pipeline: MediaPipeline) throws -> [UInt8] {
        var builder = GraphBuilder(pipeline: pipeline)
        try builder.makeChain(elements)
        try builder.pad("still.queue", "src").yieldStreamingThread(by: Self.deference)
        let bytes = Mutex<[UInt8]>([])
        let isOver = Promise<Void>()
        try builder.pad("still.end", "sink").addProbe([.buffers, .events]) { info in
            let more = info.bytes
            bytes.withLock { $0 += more }
            if case .endOfStream? = info.event { isOver.keep(()) }
            return .pass
        }
        try pipeline.setState(.playing)
        frame.flow(into: try builder.pad("still.queue", "sink"))
        guard isOver.wait(within: Self.limit) != nil else {
            throw GraphFailure(.timeout, message: "the still was not encoded in time", advice: "Try again.")
        }
        return bytes.withLock { $0 }
    }

    /// The elements that encode the still, from a queue to a sink. They convert the frame to RGB, because programs
    /// expect picture files with full-range values and the usual colour matrix. GStreamer 1.22 does not convert frames
    /// that differ only in range.
    private var elements: [ElementPlan] {
        let rgb = Property("caps", .caps(StructurePlan("video/x-raw", [Property("format", .string("RGB"))])))
        let factories = ["queue"] + decoders + ["videoconvert"]
        let encoder =
            switch format {
            case .jpeg:
                ElementPlan("jpegenc", name: "still.encoder", branch: Self.branch, [Property("quality", .int(90))])
            case .png: ElementPlan("pngenc", name: "still.encoder", branch: Self.branch)
            }
        return factories.map { ElementPlan($0, name: "still.\($0)", branch: Self.branch) } + [
            ElementPlan("capsfilter", name: "still.rgb", branch: Self.branch, [rgb]), encoder,
            ElementPlan("fakesink", name: "still.end", branch: Self.branch, [Property("async", .bool(false))]),
        ]
    }

    private var decoders: [String] {
        switch frame.caps.structures.first?.name {
        case "image/jpeg": ["jpegdec"]
        case "video/x-h264": ["h264parse", "avdec_h264"]
        default: []
        }
    }
}
