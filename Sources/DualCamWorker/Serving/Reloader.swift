import DualCamConfig
import DualCamProcess
import DualCamRecordings
import DualCamSession

/// Reloads a changed pipeline file in `dualcam serve`. Control commands apply the changes that are possible while
/// recording. All other changes wait for the end of the take. If no take is running, they are applied at once, even if
/// the cameras must be opened again. The changed keys are reported.
actor Reloader {
    private var take: Take
    private let takeLoop: TakeLoop
    /// The version of the pipeline file that was applied last, without settings changed while recording; `nil` if
    /// unknown.
    private var known: LoadedPipeline?

    init(_ take: Take, _ takeLoop: TakeLoop) {
        (self.take, self.takeLoop) = (take, takeLoop)
        var request = take.prepared.request
        request.directed = []
        // If the previous version of the file can no longer be loaded, all keys count as changed.
        known = try? Preparation.load(request, in: take.place)
    }

    func apply(_ content: [UInt8]) async {
        do throws(CommandFailure) { try await adopt(content) } catch {
            await takeLoop.warn(.take, "The changed pipeline file is not used: " + told(error, of: content))
        }
    }

    /// Returns the text that reports why a changed pipeline file is not used. Network clients see this text, so it must
    /// not contain values of environment variables.
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

    /// Performs the control commands for the changes, and returns the keys that they have changed. If a command fails,
    /// adds its key to the keys that need new cameras and encoders.
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
            await takeLoop.warn(.take, "\(when) cameras will be off for a moment, to apply \(keys).")
        }
        if !changed.start.isEmpty {
            let keys = changed.start.joined(separator: ", ")
            await takeLoop.warn(.take, "\(keys) takes effect when dualcam is restarted.")
        }
    }

    /// Returns the settings changed while recording that still apply. A key that has just changed in the pipeline file
    /// takes the file's value, so its earlier setting is left out.
    private func fitting(
        _ request: PipelineRequest, beside changed: [String], in place: ProcessEnvironment
    ) async -> [Setting] {
        let directed = takeLoop.directed.settings
        let untouched = directed.filter { setting in !changed.contains { $0.isSameOrUnder(setting.key) } }
        let fitting = FittingSettings(untouched) { Preparation.problems(of: request, directed: $0, in: place) }
        for (setting, reason) in fitting.left {
            await takeLoop.warn(.take, "\(setting.override) no longer fits the file: \(reason).")
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
    /// True if a take is being prepared, recorded or paused.
    fileprivate var isOfTake: Bool {
        switch self {
        case .preparing, .recording, .paused: true
        case .standby, .finishing, .finished: false
        }
    }
}

extension String {
    /// Returns true if two keys are equal, or if one is a section that contains the other.
    func isSameOrUnder(_ other: String) -> Bool {
        self == other || hasPrefix(other + ".") || other.hasPrefix(self + ".")
    }
}
