package import DualCamConfig
import DualCamControl
package import DualCamProcess
import DualCamRecordings
import DualCamSession

// MARK: Machine problems reported with file problems
extension Preparation {
    /// Returns the failure to load a pipeline file, extended by problems of the machine: with clips, the disk, control
    /// endpoints, folders and the backup. Checks only the valid settings of the file, so that wrong settings are not
    /// reported twice.
    ///
    /// - Parameter failure: The failure that loading the file threw.
    package static func withLacks(
        _ failure: CommandFailure, of request: PipelineRequest, quiet: Bool, in place: ProcessEnvironment
    ) async -> CommandFailure {
        guard failure.exitCode == .pipelineFile, !failure.problems.isEmpty, request.file != PipelineSearch.pipe,
            let loaded = remains(of: request, in: place),
            (try? await place.startGStreamer(quiet: quiet)) != nil
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

    /// Returns the notices about the valid settings of a pipeline file that has mistakes. Omits notices that a wrong
    /// setting may affect, because that setting's default is used in its place.
    package static func notices(
        beside failure: CommandFailure, of request: PipelineRequest, in place: ProcessEnvironment
    ) -> [PipelineIssue] {
        guard !failure.problems.isEmpty, request.file != PipelineSearch.pipe,
            let loaded = remains(of: request, in: place),
            let found = try? notices(on: loaded, of: request, under: .run, in: place)
        else { return [] }
        return NoticeFilter(wrong: failure.problems.map(\.keyPath)).kept(found)
    }

    /// Returns the notices that depend on this machine: about TLS certificates, and about a fallback folder on the same
    /// disk as `recording.directory`.
    static func machineNotices(_ loaded: LoadedPipeline, in place: ProcessEnvironment) -> [PipelineIssue] {
        certificateRemarks(loaded, in: place) + [sharedDisk(of: loaded)].compactMap(\.self)
    }

    /// Returns notices about a TLS certificate that clients would reject, and about a private key that every user can
    /// read.
    private static func certificateRemarks(_ loaded: LoadedPipeline, in place: ProcessEnvironment) -> [PipelineIssue] {
        let places = EndpointPlaces(sockets: "", state: place.stateFolder + "/control", host: "", process: 0)
        return EndpointCheck(loaded.pipeline.control, places).remarks(at: WallTime.unixNow() / 1_000_000_000).map {
            loaded.written.issue(at: $0.keyPath, $0.refusal.message, hint: $0.refusal.hint)
        }
    }

    /// Returns a notice if the fallback folder is on the same disk as `recording.directory`. A fallback folder inside
    /// `recording.directory` is not reported here, because the loader already reports it without reading the disk.
    private static func sharedDisk(of loaded: LoadedPipeline) -> PipelineIssue? {
        let recording = loaded.pipeline.recording
        guard let fallback = recording.fallback, fallback != recording.directory,
            !fallback.hasPrefix(recording.directory + "/"),
            StorageProbe.isOneDisk(fallback, recording.directory)
        else { return nil }
        return loaded.written.issue(
            at: "recording.fallback", "it is on the same file system as recording.directory, and fails with it",
            hint: "name a folder on another disk, mount that disk, or write off")
    }

    /// Returns notices about settings of microphones that are not recorded, and about sound settings if no sound is
    /// recorded.
    static func unheard(_ loaded: LoadedPipeline) -> [PipelineIssue] {
        loaded.written.idleMicrophoneKeys.map {
            loaded.written.issue(
                at: $0, "this microphone is not recorded: its device is none",
                hint: "set its device, or remove this key")
        }
            + loaded.pipeline.unheardDefaults(among: loaded.written.givenKeys).map {
                loaded.written.issue(at: $0.keyPath, $0.message, hint: $0.hint)
            }
    }
}
