internal import Dispatch
internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Synchronization

extension LiveGraph {
    /// Takes the elements of a part out of the running graph: unlinks them from the rest, brings them down and forgets them.
    /// What does not come down in time is left behind, which is said.
    /// - Returns: whether everything came down.
    @discardableResult
    func takeOut(_ elements: [ElementPlan]) async -> Bool {
        let own = elements.compactMap { plan in builder.elements[plan.name].map { (plan.branch, $0) } }
        guard !own.isEmpty else { return true }
        await unlinkBorder(of: own.map(\.1))
        // A camera first: its encoder may hang, and the device must be free all the same.
        var branches: [BranchName] = []
        for (branch, _) in own where !branches.contains(branch) { branches.append(branch) }
        var isDown = true
        for branch in branches {
            isDown = await bringDown(branch, own.filter { $0.0 == branch }.map(\.1)) && isDown
        }
        for (_, element) in own {
            pipeline.remove(element)
            _ = builder.drop(element.name)
        }
        return isDown
    }

    /// Sinks first, so that nothing upstream is held up by what it pushes into.
    @discardableResult
    func bringDown(_ branch: BranchName, _ elements: [Element]) async -> Bool {
        let down = Names()
        let _: Void? = try? await blocking("bringing \(branch) down", within: .seconds(2)) {
            for element in elements.reversed() where (try? element.setState(.null)) != nil { down.insert(element.name) }
            return .success(())
        }
        let stuck = elements.filter { !down.contains($0.name) }
        guard !stuck.isEmpty else { return true }
        stranded += stuck
        let names = stuck.map(\.name).joined(separator: ", ")
        reporter.yield(
            .warning(branch: branch, text: "\(branch): \(names) did not come down and is left behind until the end"))
        return false
    }

    private func unlinkBorder(of elements: [Element]) async {
        let names = Set(elements.map(\.name))
        var border: [(Pad, Pad)] = []
        for link in plan.links where names.contains(link.from.element) != names.contains(link.to.element) {
            guard let sink = try? builder.element(link.to.element).pad(link.to.pad ?? "sink"), let source = sink.peer,
                names.contains(link.to.element) || source.element.map({ names.contains($0.name) }) ?? false
            else { continue }
            border.append((source, sink))
        }
        let _: Void? = try? await blocking("unlinking", within: .seconds(2)) { [border] in
            for (source, sink) in border { source.part(from: sink) }
            return .success(())
        }
    }

    /// Follows the pipeline's state, sinks first: nothing may be pushed into an element that does not run yet. Blocks.
    static func run(_ elements: [Element], in pipeline: MediaPipeline, clips: [ClipLoop]) -> Result<Void, GraphFailure>
    {
        do {
            if !clips.isEmpty { for element in elements.reversed() { try element.setState(.paused) } }
            for clip in clips where !clip.prepare(seconds: 5) {
                return .failure(
                    GraphFailure(
                        .deviceFormat, message: "\(clip.name): the clip cannot be played over and over",
                        advice: "Remux it to MP4 or MKV."))
            }
            for element in elements.reversed() { try pipeline.syncState(of: element) }
            return .success(())
        } catch {
            return .failure(GraphFailure(error, branch: nil))
        }
    }
}

extension Pad {
    /// Unlinks this source pad while nothing passes, or after a second all the same, and gives it back where it was requested.
    /// Blocks.
    func part(from sink: Pad) {
        let done = DispatchSemaphore(value: 0)
        whenIdle { [self] in
            unlink(from: sink)
            done.signal()
        }
        if done.wait(timeout: .now() + 1) != .success { unlink(from: sink) }
        if isRequested { element?.release(self) }
    }
}

/// Names that several threads may add to.
private final class Names: Sendable {
    private let names = Mutex<Set<String>>([])

    func insert(_ name: String) { names.withLock { _ = $0.insert(name) } }

    func contains(_ name: String) -> Bool { names.withLock { $0.contains(name) } }
}
