import DualCamConfig
import DualCamControl
import DualCamGraph
import DualCamPlan
import DualCamSession
import Glibc

/// The one list of what can be known about a start before it: `check` prints all of it, and a start that is refused
/// tells all that would refuse it. GStreamer must be set up. Everything here blocks.
struct StartCheck {
    let loaded: LoadedPipeline
    let pipeline: Pipeline
    let place: ProcessEnvironment

    /// - Parameter simulates: every device is replaced, as by `--simulate`.
    init(_ loaded: LoadedPipeline, simulates: Bool = false, in place: ProcessEnvironment) {
        (self.loaded, self.place) = (loaded, place)
        pipeline = simulates ? loaded.pipeline.simulated() : loaded.pipeline
    }

    /// Everything that ends a start before it is planned, but for devices: clips that cannot be played, and the disk.
    ///
    /// - Parameter machine: the facts about this machine. What it lacks, and another one may have, is left out.
    func refusals(on machine: MachineFacts) -> [StartFinding] {
        planIssues(on: machine).filter { $0.code == nil }.map(finding) + clips + disk
    }

    /// The findings that do not stop a recording from starting: it would record without the missing part.
    ///
    /// - Parameter isThorough: also what takes a program, a port or a device to find out.
    func lacks(isThorough: Bool) -> [StartFinding] {
        (isThorough ? endpoints : []) + folders + backup(asksRclone: isThorough)
    }

    /// The findings of `lacks` that nothing else reports before the missing part is needed.
    func silentLacks(under verb: RecordingVerb) -> [StartFinding] {
        fallback + (verb == .serve ? backup(asksRclone: false) : [])
    }

    /// Everything that the machine lacks of what the file names, where other settings of the file are wrong. The plan is not judged: a
    /// default stands in the place of a wrong value.
    ///
    /// - Parameter wrong: the keys of settings that cannot be read.
    func besides(_ wrong: [String]) -> [StartFinding] {
        (clips + disk + lacks(isThorough: true)).filter { finding in
            let key = finding.issue.keyPath
            return !wrong.contains { $0 == key || $0.hasPrefix(key + ".") || key.hasPrefix($0 + ".") }
        }
    }

    /// Reasons why this machine, as it is now, would refuse a start that another one may take: each a full sentence.
    func machineNotes(on machine: MachineFacts) -> [String] {
        var notes = planIssues(on: machine).filter { $0.code != nil }.map { issue in
            remark(on: issue)
        }
        var cameras = pipeline
        cameras.cameras.removeAll { !$0.isDevice }
        cameras.microphones = []
        var microphones = pipeline
        microphones.cameras = []
        microphones.microphones.removeAll { !$0.isDevice }
        let kinds = [
            (devices: cameras, missing: pipeline.recording.missingCamera),
            (devices: microphones, missing: pipeline.recording.missingMicrophone),
        ]
        for (devices, missing) in kinds where devices.hasDevices {
            do throws(GraphFailure) { _ = try MachineProbe.resolve(devices) } catch {
                if error.code == .deviceMissing, missing != .fail { continue }
                let sentence = Sentence.text(error.message)
                notes.append(error.advice.isEmpty ? sentence : sentence + " " + error.advice)
            }
        }
        return notes
    }

    /// A lack of this machine as one full sentence.
    func remark(on issue: PlanIssue) -> String {
        loaded.written.issue(at: issue.keyPath, issue.message, hint: issue.hint.isEmpty ? nil : issue.hint).remark
    }

    // MARK: What refuses
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

    /// The disk's refusal of a session.
    var disk: [StartFinding] {
        let (recording, storage, count) = (pipeline.recording, pipeline.storage, pipeline.outputs.count)
        guard let failure = StorageProbe.refusal(of: recording, storage, outputs: count) else { return [] }
        let key = failure.code == .diskFull ? "storage.keep-free" : "recording.directory"
        var told = CommandFailure(failure)
        told.code = failure.code
        return [StartFinding(told, key, in: loaded)]
    }

    // MARK: What is recorded without
    private var endpoints: [StartFinding] {
        let places = EndpointPlaces(
            sockets: SocketFolders.own(place.environment), state: place.stateFolder + "/control", host: "",
            process: getpid())
        // A recorder that runs by this file has the port itself.
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
                    "make its folder, or name another one"))
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

    /// The place for copies must be there before: a disk that is not mounted would be taken for an empty folder.
    private func backup(asksRclone: Bool) -> [StartFinding] {
        guard let to = pipeline.backup.to else { return [] }
        let remote = to.remote
        if remote == nil, !Self.isFolder(to.text) {
            return [
                lack("backup.to", "there is no folder '\(to.text)'", "make it with 'mkdir -p', or mount its disk")
            ]
        }
        if remote == nil, let failure = StorageProbe.obstacle(in: to.text) {
            let what = "nothing can be copied to '\(to.text)': \(failure.reason)"
            return [lack("backup.to", what, "give the user who records that right, or name another place")]
        }
        do throws(CommandFailure) {
            let rclone = try Rclone(in: place)
            guard asksRclone, let remote else { return [] }
            let names = try rclone.remotes() ?? [remote]
            guard !names.contains(remote) else { return [] }
            return [lack("backup.to", "rclone knows no remote '\(remote)'", "describe it with 'rclone config'")]
        } catch {
            return [
                lack("backup.to", String(error.message.dropLast(error.message.hasSuffix(".") ? 1 : 0)), error.advice)
            ]
        }
    }

    private func lack(_ keyPath: String, _ message: String, _ hint: String) -> StartFinding {
        StartFinding(.lacking, loaded.written.issue(at: keyPath, message, hint: hint.isEmpty ? nil : hint))
    }

    /// A sentence as the part of one that a hint is.
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
        if facts.st_mode & 0o077 != 0 { return "the password in '\(path)' can be read by others" }
        return access(path, R_OK) == 0 ? nil : "'\(path)' may not be read"
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
    /// True when something of the machine has to be asked before this can be planned.
    var hasDevices: Bool { cameras.contains(where: \.isDevice) || microphones.contains(where: \.isDevice) }
}

extension Preparation {
    /// The extent of a check.
    enum Extent {
        /// Everything that this machine, its ports and its programs tell.
        case whole
        /// Only errors that stop a recording from starting, without a look at any device. A file that came over the network is not checked
        /// any further.
        case refusals
        /// The same without the plan, which the caller makes itself.
        case refusalsBeforePlan
    }
}
