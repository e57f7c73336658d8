import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamSession

/// Takes over what has changed in the pipeline file: what can be done at once is; where nothing is recorded everything is, the
/// cameras being opened anew if it takes that; else the rest waits for the end of the take. All of it is said, key by key.
actor Reloader {
    private var take: Take
    private let takeLoop: TakeLoop
    /// The file as it was taken over last, without what was set while it ran.
    private var known: LoadedPipeline?

    init(_ take: Take, _ takeLoop: TakeLoop) {
        (self.take, self.takeLoop) = (take, takeLoop)
        var request = take.prepared.request
        request.directed = []
        // A file that can no longer be read as it was has all of its keys taken for changed ones.
        known = try? Preparation.load(request, in: take.place)
    }

    func apply(_ content: [UInt8]) async {
        do throws(CommandFailure) { try await adopt(content) } catch {
            await takeLoop.warn(.take, "The changed pipeline file is not used: " + told(error, of: content))
        }
    }

    /// Viewers hear of it, too: a value of the environment is told to nobody.
    private func told(_ failure: CommandFailure, of content: [UInt8]) -> String {
        let environment = take.place.environment
        let settings = take.prepared.request.settings.map(\.value).joined(separator: " ")
        let values =
            ((try? WrittenSettings(content, named: ""))?.values(from: environment) ?? [])
            + WrittenSettings.values(in: settings, from: environment)
        let isShown = values.contains { failure.text.contains($0) || failure.text.contains($0.printable) }
        return isShown ? "run 'dualcam check' on the machine." : failure.text
    }

    private func adopt(_ content: [UInt8]) async throws(CommandFailure) {
        var next = take
        take.place.kept.renew()
        next.place = take.place.giving(content, at: take.prepared.request.file).reading(by: .changedRemotely)
        var request = take.prepared.request
        request.directed = []
        let loaded = try Preparation.load(request, in: next.place)
        let keys = known.map { loaded.written.changedKeys(since: $0.written) } ?? loaded.written.givenKeys
        guard !keys.isEmpty else { return }
        request.muted = takeLoop.directed.muted
        request.directed = await fitting(request, beside: keys, in: next.place)
        next.prepared = try await plan(request, in: next.place)
        take.prepared.ownFiles.add(loaded.pipeline, without: [])
        next.worker.resume = nil
        var changed = ChangedKeys(keys, value: loaded.written.value)
        let isRecording = await takeLoop.state().phase.isOfTake
        var applied = changed.supervisor
        if isRecording || changed.graph.isEmpty { applied += await carryOut(&changed) }
        let rebuilds = !changed.graph.isEmpty
        await takeLoop.adopt(try await next.production(), rebuilds: rebuilds)
        (take, known) = (next, loaded)
        let rest = keys.filter { !applied.contains($0) && !changed.start.contains($0) }
        await takeLoop.tell(
            .reloaded(applied: isRecording ? applied : applied + rest, later: isRecording ? rest : []))
        await tellLimits(changed, isRecording: isRecording)
    }

    /// Does what commands can do; what they refuse is left to be made anew.
    private func carryOut(_ changed: inout ChangedKeys) async -> [String] {
        var applied: [String] = []
        for change in changed.live {
            do throws(ControlRefusal) {
                _ = try await takeLoop.perform(change.command)
                applied.append(change.key)
            } catch {
                changed.graph.append(change.key)
            }
        }
        return applied
    }

    private func tellLimits(_ changed: ChangedKeys, isRecording: Bool) async {
        if !changed.graph.isEmpty {
            let keys = changed.graph.joined(separator: ", ")
            let when = isRecording ? "When this take is over, the" : "The"
            await takeLoop.warn(.take, "\(when) cameras are off for a moment, for \(keys).")
        }
        if !changed.start.isEmpty {
            let keys = changed.start.joined(separator: ", ")
            await takeLoop.warn(.take, "\(keys) is taken over when dualcam is started again.")
        }
    }

    /// Returns the directed settings that still hold: the file has the last word on keys that have just been changed in it.
    private func fitting(
        _ request: PipelineRequest, beside changed: [String], in place: ProcessEnvironment
    ) async -> [Setting] {
        let directed = takeLoop.directed.settings
        let untouched = directed.filter { setting in !changed.contains { $0.isSameOrUnder(setting.key) } }
        let fitting = FittingSettings(untouched) { Preparation.problems(of: request, directed: $0, in: place) }
        for (setting, reason) in fitting.left {
            await takeLoop.warn(.take, "\(setting.override) does not fit the file any more: \(reason).")
        }
        return fitting.settings
    }

    private func plan(_ request: PipelineRequest, in place: ProcessEnvironment) async throws(CommandFailure)
        -> PreparedRecording
    {
        let loaded = try Preparation.load(request, in: place)
        return try await BlockingCalls.perform { () throws(CommandFailure) in
            var prepared = try Preparation.plan(request, loaded, store: CalibrationStore(place), in: place)
            try prepared.remark(on: loaded, of: request, under: .serve, in: place)
            return prepared
        }
    }
}

extension ControlState.Phase {
    /// True when something is recorded, or about to be.
    fileprivate var isOfTake: Bool {
        switch self {
        case .preparing, .recording, .paused: true
        case .standby, .finishing, .finished: false
        }
    }
}

extension String {
    /// Returns true when one key is the other, or lies under it.
    func isSameOrUnder(_ other: String) -> Bool {
        self == other || hasPrefix(other + ".") || other.hasPrefix(self + ".")
    }
}
