internal import DualCamConfig
internal import DualCamDevices
package import DualCamPlan
package import GStreamer
internal import Synchronization

extension Writer {
    /// Creates the writer of one file from its output's template, and links the writer to the tees that follow the
    /// encoders.
    @PipelineActor
    static func open(
        _ plan: OutputPlan, request: FileRequest, file: ReservedFile?, take: Int, from: Int64?, frameLength: Int64,
        account: FrameAccount, in live: LiveElements, isRunning: Bool, changesEncoder: Bool,
        onKeyless: (@Sendable (Int64) -> Void)?, onEmpty: @escaping @Sendable (Writer) -> Void
    ) throws(GraphFailure) -> Writer {
        let suffix = take > 1 ? ".\(take)-\(request.segment)" : ".\(request.segment)"
        var own = GraphBuilder(pipeline: live.pipeline, usesBins: true, suffix: suffix)
        for template in plan.elements {
            var element = template.writing(to: file?.sinkPath ?? request.path, by: plan.sink)
            element.name += suffix
            try own.make(element)
        }
        for link in plan.links { try own.link(link.named(suffix)) }
        try own.write(plan.tags, by: plan.muxer + suffix, plan.container, of: .files(plan.name))
        var inputs = [Media.video: try own.pad(plan.videoInput + suffix, "sink")]
        for (number, track) in plan.tracks.enumerated() {
            inputs[.audio(number)] = try own.pad(track.input + suffix, "sink")
        }
        let writer = Writer(
            request: request, file: file, sinkName: plan.sink + suffix, bin: own.bin(.files(plan.name)),
            elements: plan.elements.compactMap { own.elements[$0.name + suffix] },
            inputs: inputs, videoQueue: plan.videoQueue.flatMap { own.elements[$0 + suffix] }, frameLength: frameLength,
            account: account, from: from, changesEncoder: changesEncoder, onKeyless: onKeyless, onEmpty: onEmpty)
        for queue in plan.soundQueues { own.elements[queue + suffix].map { writer.tellLosses(of: $0, live) } }
        try writer.attach(plan, live, isRunning: isRunning)
        return writer
    }

    /// Reports a warning, once, if the file loses sound because its sound queue is full. Such a queue fills up if no
    /// pictures arrive or if the disk is too slow.
    @PipelineActor
    private func tellLosses(of queue: Element, _ live: LiveElements) {
        let isTold = Atomic(false)
        queue.on("overrun") { [reporter = live.reporter, output = request.output, path = request.path] in
            guard !isTold.exchange(true, ordering: .relaxed) else { return }
            reporter.yield(
                .warning(branch: .files(output), text: "\(path) loses sound, of which too much waits for its picture"))
        }
    }

    @PipelineActor
    private func attach(_ plan: OutputPlan, _ live: LiveElements, isRunning: Bool) throws(GraphFailure) {
        try translating(in: .files(plan.name)) {
            // Starts the sink first, because no buffer may be pushed into an element that is not running yet.
            if isRunning, let bin { try live.pipeline.syncState(of: bin) }
            let sounds = plan.tracks.enumerated().map { (Media.audio($0), $1.encoded) }
            for (media, feed) in sounds + [(.video, plan.video)] {
                try self.feed(media, from: live.element(feed.element), feed.pad ?? "src_%u")
            }
        }
    }
}

extension LinkPlan {
    /// Returns a copy of the link in which `suffix` is appended to both elements' names.
    fileprivate func named(_ suffix: String) -> LinkPlan {
        var link = self
        link.from.element += suffix
        link.to.element += suffix
        return link
    }
}

extension OutputPlan {
    /// The name of the queue after the element through which the encoded video enters the file's elements; `nil` if
    /// there is none.
    fileprivate var videoQueue: String? { queue(behind: videoInput) }

    /// The names of the queues after the elements through which the encoded sound of each track enters the file's
    /// elements.
    fileprivate var soundQueues: [String] { tracks.compactMap { queue(behind: $0.input) } }

    private func queue(behind guarding: String) -> String? { links.first { $0.from.element == guarding }?.to.element }
}

extension GraphBuilder {
    package func pad(_ element: String, _ name: String) throws(GraphFailure) -> Pad {
        return try translating { try self.element(element).pad(name) }
    }
}
