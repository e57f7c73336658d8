internal import DualCamConfig
internal import DualCamDevices
internal import DualCamPlan
internal import GStreamer

/// Builds a live preview on request, and removes it when its last viewer has left or its source is lost.
@PipelineActor
final class PreviewSwitcher {
    /// A preview branch, with the stream of frames to its viewer.
    @PipelineActor
    final class Watched {
        let watchers: AsyncStream<PreviewItem>.Continuation
        var branch: PreviewBranch?

        init(_ watchers: AsyncStream<PreviewItem>.Continuation) { self.watchers = watchers }
    }

    private let live: LiveElements
    private let cameras: [CameraBranch]
    private let combined: CombinedBranch
    private(set) var watched: [PreviewRequest: Watched] = [:]
    /// The number of preview branches built so far. Each branch is named after this number, because a new branch may be
    /// built while an old one is being removed.
    private var made = 0

    /// The maximum number of frames that wait for a slow viewer. If there are more, the oldest are dropped, which
    /// leaves a gap in the frame numbers.
    private static let waiting = 120
    /// The timeout for the first picture of a source that a preview shows, in seconds.
    private nonisolated static let patience = 2.0

    nonisolated init(_ live: LiveElements, _ cameras: [CameraBranch], _ combined: CombinedBranch) {
        (self.live, self.cameras, self.combined) = (live, cameras, combined)
    }

    /// The number of previews that are currently being encoded.
    var count: Int { watched.count }

    func begin(_ request: PreviewRequest) async throws(GraphFailure) -> AsyncStream<PreviewItem> {
        guard !live.isClosed else { throw .unable("nothing is recorded any more", picture: .over) }
        guard !live.throttle.previewsRest else { throw .previewsRest }
        let found = try await inputs(of: request.source)
        await forget(request)?.end()
        let (items, watchers) = AsyncStream.makeStream(
            of: PreviewItem.self, bufferingPolicy: .bufferingNewest(Self.waiting))
        let new = Watched(watchers)
        watched[request] = new
        watchers.onTermination = { [weak self, weak new] _ in
            Task { [weak self, weak new] in if let new { await self?.end(request, new) } }
        }
        do throws(GraphFailure) { try await open(request, new, found) } catch {
            if watched[request] === new { watched[request] = nil }
            throw error
        }
        return items
    }

    private func open(
        _ request: PreviewRequest, _ new: Watched, _ inputs: [PreviewInput]
    ) async throws(GraphFailure) {
        made += 1
        let branch = PreviewBranch(
            request, PreviewPlan(request, inputs, format: live.plan.format), live, number: made,
            after: new.branch?.last, new.watchers)
        new.branch = branch
        try await branch.begin()
    }

    private func end(_ request: PreviewRequest, _ old: Watched) async {
        if watched[request] === old { watched[request] = nil }
        await old.branch?.end()
    }

    private func forget(_ request: PreviewRequest) -> PreviewBranch? {
        guard let old = watched.removeValue(forKey: request) else { return nil }
        old.watchers.finish()
        return old.branch
    }

    // MARK: Sources that leave and return
    /// Ends the streams to all viewers, because the pipeline is closing. Leaves the elements of the previews to the
    /// pipeline, which removes them.
    func close() {
        for old in watched.values { old.watchers.finish() }
        watched = [:]
    }

    /// Ends every preview, and passes `failure` to the viewers as the reason.
    func endAll(_ failure: GraphFailure) async {
        for (request, old) in watched { await fail(request, old, failure) }
    }

    /// Ends the previews of a camera or of the combined picture, because it is about to be removed. A multiview
    /// continues with its other sources.
    func leave(_ source: PreviewRequest.Source) async {
        var failure = GraphFailure.combinedRests
        if case .camera(let name) = source {
            guard cameras.contains(where: { $0.name == name && !$0.isLost }) else { return }
            failure = .lost(name)
        }
        for (request, old) in watched where old.branch?.shows(source) == true {
            let rest = request.source == .multiview ? await everyInput().filter { $0.name != source.word } : []
            if rest.isEmpty { await fail(request, old, failure) } else { await remake(request, old, rest) }
        }
    }

    /// Rebuilds all multiviews (previews of several sources), so that they also show sources that have returned.
    func renew() async {
        for (request, old) in watched where request.source == .multiview {
            await remake(request, old, await everyInput())
        }
    }

    /// Ends the preview whose element has reported an error, and reports a warning. Other previews continue.
    func handle(_ failure: GraphFailure) {
        guard let (request, old) = watched.first(where: { $0.value.branch?.branch == failure.branch }) else { return }
        live.warn(failure.branch, failure.message)
        Task { await fail(request, old, failure) }
    }

    private func fail(_ request: PreviewRequest, _ old: Watched, _ failure: GraphFailure) async {
        guard watched[request] === old else { return }
        watched[request] = nil
        old.watchers.yield(.failed(failure))
        old.watchers.finish()
        await old.branch?.end()
    }

    /// Rebuilds a preview with other sources. Returns when the old branch has been removed; the new one is built
    /// afterwards.
    private func remake(_ request: PreviewRequest, _ old: Watched, _ inputs: [PreviewInput]) async {
        await old.branch?.end()
        Task {
            guard watched[request] === old, !live.isClosed else { return }
            do throws(GraphFailure) { try await open(request, old, inputs) } catch {
                await fail(request, old, error)
            }
        }
    }

    // MARK: Choosing the sources
    private func inputs(of source: PreviewRequest.Source) async throws(GraphFailure) -> [PreviewInput] {
        switch source {
        case .combined: return [try await input(OutputName.combined.rawValue, try combined.pictures())]
        case .camera(let name):
            guard let camera = cameras.first(where: { $0.name == name }) else {
                throw .unable("camera \(name) is not opened by this recording", picture: .notOpened)
            }
            let (pad, isEncoded) = try camera.pictures()
            guard !isEncoded else { throw .notDecoded(name) }
            return [try await input(name.rawValue, pad)]
        case .multiview:
            let found = await everyInput()
            // If no source has a picture, throws the first source's error.
            return found.isEmpty ? try await inputs(of: everySource[0]) : found
        }
    }

    private var everySource: [PreviewRequest.Source] { [.combined] + cameras.map { .camera($0.name) } }

    /// Returns all sources whose pictures a multiview can currently show.
    private func everyInput() async -> [PreviewInput] {
        var found: [PreviewInput] = []
        for source in everySource {
            found += (try? await inputs(of: source)) ?? []
        }
        return found
    }

    /// Waits for a source's first picture if necessary, and returns the source with its size and rate.
    /// - Parameter pad: the sink pad of the tee through which the source's pictures pass.
    private func input(_ name: String, _ pad: Pad) async throws(GraphFailure) -> PreviewInput {
        if pad.currentCaps == nil {
            _ = try await blocking("waiting for \(name)", within: .seconds(2 * Self.patience)) {
                pad.nextFrame(within: Self.patience) != nil
            }
        }
        guard let tee = pad.element?.name, let caps = pad.currentCaps?.structures.first, let width = caps.int("width"),
            let height = caps.int("height")
        else { throw .noPictureYet(of: name) }
        let rate = caps.fractions("framerate").first.flatMap { $0 > 0 && $1 > 0 ? FrameRate($0, $1) : nil }
        return PreviewInput(name, from: tee, size: FrameSize(width: width, height: height), rate: rate ?? FrameRate(30))
    }
}

extension GraphFailure {
    static let previewsRest = GraphFailure(
        .notNow, picture: .previewsRest,
        message: "there is no preview at present, as the machine cannot bear it beside the recording",
        advice: "Ask again when there is less to do.")

    fileprivate static func noPictureYet(of source: String) -> GraphFailure {
        GraphFailure(
            .notNow, picture: .noPicture, message: "no picture of \(source) has come yet",
            advice: "If none comes, look at what the warnings say of it.")
    }

    fileprivate static func notDecoded(_ camera: InputName) -> GraphFailure {
        .unable(
            "camera \(camera) is passed through as it comes and not decoded, so that there is no preview of it",
            picture: .notDecoded,
            advice: "Begin a recording with a layout that shows it, or with another encoder for it.")
    }
}
