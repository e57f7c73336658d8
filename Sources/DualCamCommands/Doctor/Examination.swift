import DualCamConfig
import DualCamDevices
import DualCamGraph
import DualCamPlan
import DualCamProcess
import DualCamRecordings
import DualCamSession
import Glibc
import DualCamWorker
import Kernel
import Synchronization

/// The examination of a machine by `dualcam doctor`. It queries the machine, makes a trial recording, and measures the
/// disk's speed.
struct Examination: Sendable {
    let command: DoctorCommand
    let length: Duration
    let place: ProcessEnvironment

    private var store: CalibrationStore { CalibrationStore(place) }
    private var folder: String { "\(place.cacheFolder)/\(Self.stem)\(getpid())" }
    private static let stem = "doctor-"

    func run() async throws(CommandFailure) -> DoctorReadings {
        clearAway()
        let interruption = TrialInterruption(place) { [folder, files = place.files] in
            FileWriting.removeFolder(folder, files)
        }
        FileWriting.makeFolder(folder)
        defer {
            interruption.stop()
            FileWriting.removeFolder(folder, place.files)
        }
        var readings = try await BlockingCalls.perform { () throws(CommandFailure) in machine() }
        guard let given = try await request(&readings) else { return readings }
        do throws(CommandFailure) {
            var request = try Preparation.recall(given, quiet: true, in: place)
            var loaded = try Preparation.load(request, in: place)
            readings.disk = await disk(of: loaded.pipeline)
            if await isNearlyFull(loaded) {
                request.settings.append(Setting("storage.keep-free", "0B"))
                loaded = try Preparation.load(request, in: place)
            }
            readings.lacks = request.simulate ? [] : try await Preparation.check(loaded, .whole, quiet: true, in: place)
            guard readings.lacks.isEmpty else { return readings }
            let plan = try await Preparation.prepare(request, quiet: true, in: place).summary()
            readings.plan = plan
            readings.trial = try await record(request, plan, interruption)
        } catch {
            if error == .interrupted { throw error }
            readings.failure = error
        }
        return readings
    }

    /// Returns true if the disk has less free space than `storage.keep-free`, so that a normal recording would not
    /// start. A short trial recording is still possible and tests the cameras. The diagnosis then contains a finding
    /// about the lack of space.
    private func isNearlyFull(_ loaded: LoadedPipeline) async -> Bool {
        await BlockingCalls.perform { StartCheck(loaded, in: place).disk.contains { $0.code == .diskFull } }
    }

    /// Makes the trial recording. If this process receives a signal, stops the trial recording and throws.
    ///
    /// - Throws: `interrupted` after such a signal.
    private func record(
        _ request: PipelineRequest, _ plan: PlanSummary, _ interruption: TrialInterruption
    ) async throws(CommandFailure) -> TrialReading {
        interruption.beginTrial()
        let trial = TrialRecording(
            request: request, place: place, folder: folder, length: length, sounds: plan.sounds,
            isWanted: { !interruption.hasCome })
        let reading = try await BlockingCalls.perform { () throws(CommandFailure) in try trial.run() }
        // A signal from the terminal also reaches the trial recording, which then finishes properly but too early.
        if interruption.hasCome { throw .interrupted }
        return reading
    }

    private func machine() -> DoctorReadings {
        let facts = MachineProbe.facts()
        let gstreamer = MachineProbe.gstreamerVersion.split(separator: " ").last.map(String.init) ?? ""
        let machine = DoctorReadings.Machine(
            gstreamer: gstreamer, kernel: Self.kernel, processor: MachineProbe.processor, cores: facts.cores,
            silentEncoders: facts.silentEncoders, isClockSynchronised: WallClock.isSynchronised)
        return DoctorReadings(
            machine: machine, devices: MachineProbe.devices(), deniedCards: MachineProbe.deniedCards(),
            others: MachineProbe.otherCameras(),
            microphones: MachineProbe.microphones())
    }

    /// The kernel's name and version, such as `Linux 6.1.0-18-amd64` (uname(2)).
    private static var kernel: String {
        var names = utsname()
        uname(&names)
        let text = { (bytes: UnsafeRawBufferPointer) in String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
        return withUnsafeBytes(of: names.sysname, text) + " " + withUnsafeBytes(of: names.release, text)
    }

    /// Returns the request to record the pipeline file that the user named. If the user named none, writes the file
    /// that `dualcam init` would write, and returns a request to record it. Returns `nil` if no usable camera is
    /// connected.
    private func request(_ readings: inout DoctorReadings) async throws(CommandFailure) -> PipelineRequest? {
        if let file = command.file {
            PipelineSearch(place).announce(file, bareNames: !command.json, in: place)
            readings.name = PipelineSearch.title(of: file)
            return PipelineRequest(file: file, settings: command.settings, simulate: command.simulate)
        }
        let usable =
            readings.devices.contains { !$0.modes.isEmpty && !$0.isInfrared }
            || readings.others.contains { $0.kind == .pipewire }
        guard usable || command.simulate else { return nil }
        let (path, store) = (folder + "/found.yaml", store)
        try await BlockingCalls.perform { () throws(CommandFailure) in
            let drafting = Drafting(found: FoundDevices.ofThisMachine(store), place: place)
            let draft = drafting.fitted(drafting.usual)
            if let problem = FileWriting.write(draft.text, to: path) {
                throw CommandFailure(.outputNotCreated, "\(path) cannot be written: \(problem)")
            }
        }
        readings.name = "the file that 'dualcam init' would write"
        return PipelineRequest(file: path, settings: command.settings, simulate: command.simulate)
    }

    private func disk(of pipeline: Pipeline) async -> DoctorReadings.Disk {
        let directory = pipeline.recording.directory
        return await BlockingCalls.perform {
            let nearest = place.nearestFolder(directory)
            let measured = try? Calibrator.disk(nearest)
            return DoctorReadings.Disk(
                folder: nearest, bytesPerSecond: measured?.bytesPerSecond,
                freeBytes: DualCamRecordings.Disk.freeBytes(nearest),
                keptFree: pipeline.storage.keepFree.bytes)
        }
    }

    /// Deletes the folders of earlier runs of `dualcam doctor` whose processes were killed.
    private func clearAway() {
        for name in place.files.names(in: place.cacheFolder) where name.hasPrefix(Self.stem) {
            guard let owner = Int32(name.dropFirst(Self.stem.count)), kill(owner, 0) != 0, errno == ESRCH else {
                continue
            }
            FileWriting.removeFolder("\(place.cacheFolder)/\(name)", place.files)
        }
    }
}

extension CommandFailure {
    /// The error for a trial recording that was ended early by a signal to this process.
    fileprivate static let interrupted = CommandFailure(
        .fault, "the trial recording was interrupted, so there is no result", next: "Run it again to the end."
    )
}

/// The reaction of `dualcam doctor` to SIGINT, SIGTERM and SIGHUP. Before the trial recording, devices may be slow to
/// answer, so a signal deletes the trial's folder and ends this process immediately. Afterwards, a signal only sets
/// `hasCome`.
private final class TrialInterruption: Sendable {
    private struct State {
        var isTrying = false
        var hasCome = false
    }

    private let state = Mutex(State())
    private let watch = Mutex<Task<Void, Never>?>(nil)

    init(_ place: ProcessEnvironment, cleaning: @escaping @Sendable () -> Void) {
        let signals = place.signals()
        watch.withLock {
            $0 = Task { [weak self] in
                for await kind in signals where self?.endsProcess() == true {
                    cleaning()
                    signal(kind.rawValue, SIG_DFL)
                    kill(getpid(), kind.rawValue)
                }
            }
        }
    }

    /// Stores that a signal has arrived. Returns true if the process should end immediately, because the trial
    /// recording has not begun yet.
    private func endsProcess() -> Bool {
        state.withLock { state in
            state.hasCome = true
            return !state.isTrying
        }
    }

    var hasCome: Bool { state.withLock { $0.hasCome } }

    func beginTrial() { state.withLock { $0.isTrying = true } }

    func stop() { watch.withLock { $0?.cancel() } }
}
