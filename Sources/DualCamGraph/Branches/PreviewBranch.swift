internal import DualCamConfig
internal import DualCamDevices
internal import DualCamPlan
internal import GStreamer
internal import Mixer
internal import Synchronization

/// The branch of a live preview, from the tees that feed it to its viewers. It is built and removed while the pipeline
/// is running.
@PipelineActor
final class PreviewBranch {
    let request: PreviewRequest
    let plan: PreviewPlan
    private let live: LiveElements
    private let frames: PreviewFrames
    private(set) var builder: GraphBuilder
    private var links: [(source: Pad, sink: Pad)] = []
    private(set) var isOver = false

    /// The niceness added to the preview's streaming thread, so that the recording has priority.
    private static let deference: Int32 = 10

    init(
        _ request: PreviewRequest, _ plan: PreviewPlan, _ live: LiveElements, number: Int, after last: UInt32?,
        _ watchers: AsyncStream<PreviewItem>.Continuation
    ) {
        (self.request, self.plan, self.live) = (request, plan, live)
        frames = PreviewFrames(plan, after: last, watchers)
        builder = GraphBuilder(pipeline: live.pipeline, usesBins: true, suffix: "-\(number)")
    }

    var branch: BranchID { plan.branch }
    /// The number of the preview's newest frame; `nil` before the first one.
    var last: UInt32? { frames.last }

    /// Builds the preview's elements, starts them and links them to the running pipeline's tees. If an error is thrown,
    /// all new elements have been removed.
    func begin() async throws(GraphFailure) {
        do throws(GraphFailure) {
            try make()
            guard let bin = builder.bin(branch) else { return }
            try await blocking("starting \(branch)", within: .seconds(5), on: live.states) {
                [pipeline = live.pipeline] in
                try pipeline.syncState(of: bin)
            }
            // The preview may have been ended in the meantime.
            guard !isOver, !live.isClosed else { return }
            for link in plan.inbound { try hang(link) }
        } catch {
            await end()
            throw error
        }
    }

    private func make() throws(GraphFailure) {
        try builder.make(plan.elements, plan.links)
        try drawGrid()
        try builder.pad(plan.entry, "src").yieldStreamingThread(by: Self.deference)
        frames.install(on: try builder.pad(plan.sink, "sink"))
    }

    private func drawGrid() throws(GraphFailure) {
        guard let picture = plan.picture else { return }
        var pads: [PadReference: Pad] = [:]
        for layer in picture.layers { pads[layer.feed] = try builder.pad(layer.feed.element, "src").peer }
        let compositions = CompositionBuilder(try builder.element(picture.mixer), of: branch, pads: pads, LookCache())
        try compositions.prepare(picture).show(from: 0)
    }

    private func hang(_ link: LinkPlan) throws(GraphFailure) {
        let (tee, sink) = (try live.element(link.from.element), try builder.pad(link.to.element, "sink"))
        sink.answerAllocation()
        try translating(in: branch) {
            let source = try tee.requestPad(link.from.pad ?? "src_%u")
            source.shieldUpstream()
            links.append((source, sink))
            try source.link(to: sink)
        }
    }

    /// Returns true if this preview shows the given source, which is a camera or the combined picture.
    func shows(_ source: PreviewRequest.Source) -> Bool {
        let name = source.word
        return plan.inbound.contains { $0.from.element == "\(name).tee" }
    }

    /// Removes the preview from the pipeline. The streams that fed it continue.
    func end() async {
        guard !isOver else { return }
        isOver = true
        let links = links
        self.links = []
        // A pipeline that closes removes the preview's elements itself.
        guard !live.isClosed else { return }
        await blockingAtMost(.seconds(3)) {
            for link in links { link.source.part(from: link.sink) }
        }
        guard let bin = builder.bin(branch) else { return }
        bin.lockState()
        await live.bringDown(branch, [bin])
        live.pipeline.remove(bin)
        // Previews may be built and removed for hours, so their freed memory is returned to the system.
        await blockingAtMost(.seconds(1)) { Heap.trim() }
    }
}

/// Numbers the frames from a preview's encoder, passes them to the viewers and reports their codec.
final class PreviewFrames: Sendable {
    private let plan: PreviewPlan
    private let watchers: AsyncStream<PreviewItem>.Continuation
    /// The state of the preview's stream. `last`: the number of the newest preview frame; `described`: the codec that
    /// was last reported to the viewers.
    private let state: Mutex<(last: UInt32?, described: String?)>

    init(_ plan: PreviewPlan, after last: UInt32?, _ watchers: AsyncStream<PreviewItem>.Continuation) {
        (self.plan, self.watchers) = (plan, watchers)
        state = Mutex((last, nil))
    }

    var last: UInt32? { state.withLock { $0.last } }

    func install(on pad: Pad) {
        pad.addProbe(.buffers) { [self] info in
            append(info.bytes, isKey: info.isKeyFrame, at: info.runningTime ?? 0)
            return .pass
        }
    }

    private func codec(of bytes: [UInt8]) -> String? {
        plan.form == .jpeg ? plan.form.rawValue : Self.h264Codec(of: bytes)
    }

    /// Returns the name of the codec of an H.264 byte stream (RFC 6381), such as `avc1.42c01f`. The name consists of
    /// the three bytes after the header of the first sequence parameter set (ITU-T H.264, 7.3.2.1.1): profile,
    /// compatibility and level. Returns `nil` if no such set is found.
    private static func h264Codec(of stream: [UInt8]) -> String? {
        let start = stream.indices.dropLast(6).first { index in
            stream[index] == 0 && stream[index + 1] == 0 && stream[index + 2] == 1 && stream[index + 3] & 0x1F == 7
        }
        guard let start else { return nil }
        return "avc1."
            + stream[start + 4...start + 6].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private func append(_ bytes: [UInt8], isKey: Bool, at time: Int64) {
        state.withLock { state in
            if isKey, let codec = codec(of: bytes), codec != state.described {
                state.described = codec
                watchers.yield(
                    .description(
                        PreviewDescription(size: plan.size, rate: plan.rate, codec: codec, places: plan.places)))
            }
            let number = state.last.map { $0 &+ 1 } ?? 0
            state.last = number
            watchers.yield(
                .frame(PreviewFrame(sequence: number, isKey: isKey, at: RunningTime(nanoseconds: time), bytes: bytes)))
        }
    }
}
