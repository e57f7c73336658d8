import DualCamConfig
import DualCamPlan
import DualCamSession

// MARK: What a file lacks beside its mistakes
extension Preparation {
    /// Returns the problems of a file with those of the machine behind them, as far as the rest of the file tells them: clips, the disk,
    /// and what is recorded without. Settings that are wrong already are not judged a second time.
    ///
    /// - Parameter failure: the failure to load the file.
    static func withLacks(
        _ failure: CommandFailure, of request: PipelineRequest, quiet: Bool, in place: ProcessEnvironment
    ) async -> CommandFailure {
        guard failure.exitCode == .pipelineFile, !failure.problems.isEmpty, request.file != PipelineSearch.pipe,
            let loaded = remains(of: request, in: place),
            (try? await startGStreamer(quiet: quiet, in: place)) != nil
        else { return failure }
        let wrong = failure.problems.map(\.keyPath)
        let found = await BlockingCalls.perform { StartCheck(loaded, in: place).besides(wrong) }
        guard !found.isEmpty else { return failure }
        var all = CommandFailure(
            failure.exitCode, verbatim: ([failure.text] + found.map(\.text)).joined(separator: "\n"))
        all.problems = failure.problems + found.map(\.issue)
        return all
    }

    private static func remains(of request: PipelineRequest, in place: ProcessEnvironment) -> LoadedPipeline? {
        guard let found = try? PipelineSearch(place).read(request.file) else { return nil }
        let (tables, images) = (ColourTableCache(place.kept), OverlayImageCache(place))
        return PipelineLoader.remains(
            of: found.bytes, named: found.path, overrides: request.overrides,
            context: place.loadContext(of: found.path, { tables.known($0) }, images.known))
    }

    /// Tells what is set of microphones of which nothing is recorded, and of sound that there is none of.
    static func unheard(_ loaded: LoadedPipeline) -> [PipelineIssue] {
        loaded.written.idleMicrophoneKeys.map {
            loaded.written.issue(
                at: $0, "nothing of this microphone is recorded: its device is none",
                hint: "name its device, or leave this out")
        }
            + loaded.pipeline.unheardDefaults(among: loaded.written.givenKeys).map {
                loaded.written.issue(at: $0.keyPath, $0.message, hint: $0.hint)
            }
    }
}
