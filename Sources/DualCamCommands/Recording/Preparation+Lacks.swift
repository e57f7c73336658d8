import DualCamConfig
import DualCamControl
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

    /// Returns the notes on the rest of a file that has mistakes. What a wrong setting may have to do with is left out: a default stands in
    /// its place.
    static func notices(
        beside failure: CommandFailure, of request: PipelineRequest, in place: ProcessEnvironment
    ) -> [PipelineIssue] {
        guard !failure.problems.isEmpty, request.file != PipelineSearch.pipe,
            let loaded = remains(of: request, in: place),
            let found = try? notices(on: loaded, of: request, under: .run, in: place)
        else { return [] }
        return NoticeFilter(wrong: failure.problems.map(\.keyPath)).kept(found)
    }

    /// Tells of what the machine says of a certificate, and of a fallback.
    static func machineNotices(_ loaded: LoadedPipeline, in place: ProcessEnvironment) -> [PipelineIssue] {
        certificateRemarks(loaded, in: place) + [sharedDisk(of: loaded)].compactMap(\.self)
    }

    /// Tells of a certificate that clients refuse, and of a key that everybody may read.
    private static func certificateRemarks(_ loaded: LoadedPipeline, in place: ProcessEnvironment) -> [PipelineIssue] {
        let places = EndpointPlaces(sockets: "", state: place.stateFolder + "/control", host: "", process: 0)
        return EndpointCheck(loaded.pipeline.control, places).remarks(at: WallTime.unixNow() / 1_000_000_000).map {
            loaded.written.issue(at: $0.keyPath, $0.refusal.message, hint: $0.refusal.hint)
        }
    }

    /// Tells of a fallback on the disk that it is to stand in for. One that lies in `recording.directory` is told without the disk.
    private static func sharedDisk(of loaded: LoadedPipeline) -> PipelineIssue? {
        let recording = loaded.pipeline.recording
        guard let fallback = recording.fallback, fallback != recording.directory,
            !fallback.hasPrefix(recording.directory + "/"),
            StorageProbe.isOneDisk(fallback, recording.directory)
        else { return nil }
        return loaded.written.issue(
            at: "recording.fallback", "it is on the same file system as recording.directory, and fails with it",
            hint: "name a folder on another disk, mount that, or write off")
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
