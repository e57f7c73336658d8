package import DualCamConfig
import DualCamControl
internal import DualCamDevices
import DualCamGraph
import DualCamPlan
package import DualCamProcess
import DualCamSession
import DualCamTransfer
import Glibc

/// Checks everything about a recording that can be checked before it starts. `check` prints all problems; a start that
/// fails prints only the problems that prevent it. GStreamer must be initialised. All functions block.
package struct StartCheck {
    let loaded: LoadedPipeline
    let pipeline: Pipeline
    let place: ProcessEnvironment

    /// Creates the check of a loaded pipeline file.
    ///
    /// - Parameter simulates: True to replace every device by a simulated one, as `--simulate` does.
    package init(_ loaded: LoadedPipeline, simulates: Bool = false, in place: ProcessEnvironment) {
        (self.loaded, self.place) = (loaded, place)
        pipeline = simulates ? loaded.pipeline.simulated() : loaded.pipeline
    }

    /// Returns the problems that prevent a start and are known before planning: invalid settings, clips that cannot be
    /// played, and a disk that cannot be used. Devices are not checked.
    ///
    /// - Parameter machine: The facts about this machine. Issues that only this machine causes are omitted.
    func refusals(on machine: MachineFacts) -> [StartFinding] {
        planIssues(on: machine).filter { $0.code == nil }.map(finding) + clips + disk
    }

    /// Returns the problems that do not prevent a start, because the recording would run without the missing parts.
    /// - Parameter isThorough: True to include checks that run a program or open a port.
    func lacks(isThorough: Bool) -> [StartFinding] {
        (isThorough ? endpoints : []) + folders + backup(asksRclone: isThorough)
    }

    /// Returns those problems of `lacks` that nobody would notice until the missing part is needed: an unusable
    /// fallback folder and, for `serve`, an unusable backup destination.
    func silentLacks(under verb: RecordingVerb) -> [StartFinding] {
        fallback + (verb == .serve ? backup(asksRclone: false) : [])
    }

    /// Returns the problems with clips, the disk and missing parts of a pipeline file of which some settings are wrong.
    /// The recording is not planned, because defaults replace the wrong settings.
    /// - Parameter wrong: The keys of the wrong settings. Problems with these settings are omitted.
    func besides(_ wrong: [String]) -> [StartFinding] {
        (clips + disk + lacks(isThorough: true)).filter { finding in
            let key = finding.issue.keyPath
            return !wrong.contains { $0 == key || $0.hasPrefix(key + ".") || key.hasPrefix($0 + ".") }
        }
    }

    /// Returns sentences that say why this machine would not start the recording now. The pipeline file is not at
    /// fault: another machine may start it.
    func machineNotes(on machine: MachineFacts) -> [String] {
        var notes = planIssues(on: machine).filter { $0.code != nil }.map { issue in
            remark(on: issue)
        }
        var cameras = pipeline
        cameras.cameras.removeAll { !$0.isDevice }
        cameras.microphones = []
        var microphones = pipeline
        // A microphone with the key `of` needs its camera.
        microphones.cameras.removeAll { camera in !pipeline.microphones.contains { $0.camera == camera.name } }
        microphones.microphones.removeAll { !$0.isDevice }
        let kinds = [
            (devices: cameras, missing: pipeline.recording.missingCamera),
            (devices: microphones, missing: pipeline.recording.missingMicrophone),
        ]
        for (devices, missing) in kinds where devices.hasDevices {
            do throws(GraphFailure) { _ = try MachineProbe.resolve(devices) } catch {
                if error.code == .deviceMissing, missing != .fail { continue }
                let sentence = Sentence.text(error.message)
                let note = error.advice.isEmpty ? sentence : sentence + " " + error.advice
                if !notes.contains(note) { notes.append(note) }
            }
        }
        return notes
    }

    /// Returns a planning issue as a full sentence that contains the line number in the pipeline file.
    func remark(on issue: PlanIssue) -> String {
        loaded.written.issue(at: issue.keyPath, issue.message, hint: issue.hint.isEmpty ? nil : issue.hint).remark
    }

    // MARK: Refusals
    func planIssues(on machine: MachineFacts) -> [PlanIssue] {
        Preparation.issues(pipeline, on: machine)
    }

    func finding(_ issue: PlanIssue) -> StartFinding {
        StartFinding(
            .refused(.pipelineFile),
            loaded.written.issue(at: issue.keyPath, issue.message, hint: issue.hint.isEmpty ? nil : issue.hint))
    }

    var clips: [StartFinding] {
        MachineProbe.clipProblems(of: pipeline).map { StartFinding($0.failure.ofCommand, $0.keyPath, in: loaded) }
            + MachineProbe.passingIssues(of: pipeline).map(finding)
    }

    /// The problem that prevents a session from being written to the disk of `recording.directory`; empty if there is
    /// none.
    package var disk: [StartFinding] {
        let (recording, storage, count) = (pipeline.recording, pipeline.storage, pipeline.outputs.count)
        guard let failure = StorageProbe.refusal(of: recording, storage, outputs: count) else { return [] }
        let key = failure.code == .diskFull ? "storage.keep-free" : "recording.directory"
        var told = CommandFailure(failure)
        told.code = failure.code
        return [StartFinding(told, key, in: loaded)]
    }

    // MARK: Missing parts
    private var endpoints: [StartFinding] {
        let places = EndpointPlaces(
            sockets: SocketFolders.own(place.environment), state: place.stateFolder + "/control", host: "",
            process: getpid())
        // A running recorder of the same pipeline file already uses the port.
        let isRunning = RecorderSearch(place).running().contains { $0.name == SocketFolders.safe(pipeline.name) }
        return EndpointCheck(pipeline.control, places).findings(triesPort: !isRunning).map { found in
            lack(found.keyPath, found.refusal.message, Self.hint(found.refusal.hint ?? ""))
        }
    }

    private var folders: [StartFinding] {
        var found: [StartFinding] = []
        if let path = pipeline.supervision.metrics, let problem = StorageProbe.obstacle(toFile: path) {
            found.append(
                lack(
                    "supervision.metrics", "the figures could not be written to '\(path)': \(problem)",
                    "create its folder, or name another file"))
        }
        if let path = pipeline.publish.passwordFile, pipeline.publish.to != nil,
            let problem = Self.obstacle(toSecret: path)
        {
            found.append(lack("publish.password-file", problem, "put the password into it, and run chmod 600 on it"))
        }
        found += fallback
        found += MachineSensors.unknownZones(pipeline.thermal.zones ?? [], on: pipeline.machine).map {
            lack("thermal.zones", $0, "name one of this machine, or write auto")
        }
        for (key, path) in [("sysfs", pipeline.machine.sysfs), ("proc", pipeline.machine.proc)]
        where !Self.isFolder(path) {
            found.append(lack("machine.\(key)", "there is no folder '\(path)'", "check the path"))
        }
        return found
    }

    private var fallback: [StartFinding] {
        guard let fallback = pipeline.recording.fallback, let failure = StorageProbe.obstacle(in: fallback) else {
            return []
        }
        let what = "nothing could be recorded to '\(fallback)': \(failure.reason)"
        return [lack("recording.fallback", what, "mount its disk, or name another folder")]
    }

    /// Returns the problems with the backup's destination. The folder at the destination must already exist: the empty
    /// mount point of a disk that is not mounted would look like an empty destination.
    private func backup(asksRclone: Bool) -> [StartFinding] {
        guard let to = pipeline.backup.to else { return [] }
        let remote = to.remote
        if remote == nil, !Self.isFolder(to.text) {
            return [
                lack("backup.to", "there is no folder '\(to.text)'", "create it with 'mkdir -p', or mount its disk")
            ]
        }
        if remote == nil, let failure = StorageProbe.obstacle(in: to.text) {
            let what = "nothing can be copied to '\(to.text)': \(failure.reason)"
            return [lack("backup.to", what, "allow the recording's user to write there, or name another place")]
        }
        do throws(CommandFailure) {
            let rclone = try Rclone(in: place)
            guard asksRclone, let remote else { return [] }
            let names = try rclone.remotes() ?? [remote]
            guard !names.contains(remote) else { return [] }
            return [lack("backup.to", "rclone has no remote '\(remote)'", "describe it with 'rclone config'")]
        } catch {
            return [
                lack("backup.to", String(error.message.dropLast(error.message.hasSuffix(".") ? 1 : 0)), error.advice)
            ]
        }
    }

    private func lack(_ keyPath: String, _ message: String, _ hint: String) -> StartFinding {
        StartFinding(.lacking, loaded.written.issue(at: keyPath, message, hint: hint.isEmpty ? nil : hint))
    }

    /// Converts a sentence to a hint, which begins with a lower-case letter and has no full stop.
    private static func hint(_ sentence: String) -> String {
        sentence.prefix(1).lowercased() + sentence.dropFirst().dropLast(sentence.hasSuffix(".") ? 1 : 0)
    }

    // MARK: The file system
    private static func isFolder(_ path: String) -> Bool {
        var facts = stat()
        return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
    }

    private static func obstacle(toSecret path: String) -> String? {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return "there is no file '\(path)'" }
        if facts.st_mode & 0o077 != 0 { return "other users can read the password in '\(path)'" }
        return access(path, R_OK) == 0 ? nil : "'\(path)' cannot be read: permission denied"
    }
}

extension Camera {
    fileprivate var isDevice: Bool {
        switch device {
        case .test, .file: false
        case .auto, .path, .stable, .network, .libcamera, .pipewire, .screen, .decklink: true
        }
    }
}

extension Microphone {
    fileprivate var isDevice: Bool {
        switch device {
        case .test, .voice, .file: false
        case .auto, .pulse, .pipewire, .alsa: true
        }
    }
}

extension Pipeline {
    /// True if planning this pipeline requires real devices on this machine.
    var hasDevices: Bool { cameras.contains(where: \.isDevice) || microphones.contains(where: \.isDevice) }
}

extension Preparation {
    /// The checks to perform before a start.
    package enum Extent {
        /// All checks, including those of this machine's devices, ports and programs.
        case whole
        /// Only checks for problems that prevent a start, without reading any device. Used for a pipeline file that a
        /// network client sent.
        case refusals
        /// The checks of `refusals` without those that need a plan, for a caller that plans the recording itself.
        case refusalsBeforePlan
    }
}
