import DualCamConfig
import DualCamDevices
import DualCamGraph
import DualCamPlan
import DualCamProcess
import DualCamWorker

/// The devices of this machine for which a pipeline file can be drafted.
struct FoundDevices: Sendable {
    var cameras: [DeviceFacts]
    var microphones: [MicrophoneListing]
    /// The cameras of this machine that are not V4L2 devices.
    var others: [OtherCamera] = []
    var machine: MachineFacts
    var costs = CostTable.builtIn

    /// Returns the devices of this machine. GStreamer must be initialised. Blocks.
    static func ofThisMachine(_ store: CalibrationStore) -> FoundDevices {
        let machine = MachineProbe.facts()
        return FoundDevices(
            cameras: MachineProbe.devices().filter { !$0.modes.isEmpty && !$0.isInfrared },
            microphones: MachineProbe.microphones(), others: MachineProbe.otherCameras(),
            machine: machine, costs: store.costs(of: .ofThisMachine(machine)).table)
    }

    /// All devices found on this machine that can be used as a camera, including screens.
    var everyCamera: [FoundCamera] { cameras.map(FoundCamera.device) + others.map(FoundCamera.other) }

    /// The cameras that a draft uses if the user is asked no questions: all V4L2 devices or, if there are none, the
    /// cameras of the PipeWire server. Screens are not among them.
    var usualCameras: [FoundCamera] {
        cameras.isEmpty
            ? others.filter { $0.kind == .pipewire }.map(FoundCamera.other) : cameras.map(FoundCamera.device)
    }
}

/// A camera that was found on this machine and can be written into a pipeline file.
enum FoundCamera: Equatable {
    case device(DeviceFacts)
    case other(OtherCamera)

    var facts: DeviceFacts? { if case .device(let facts) = self { facts } else { nil } }

    /// The camera's device in the notation of the pipeline file.
    var notation: String {
        switch self {
        case .device(let facts): facts.stableName
        case .other(let other): other.device
        }
    }

    /// The camera's title and its device path, for display.
    var title: String {
        switch self {
        case .device(let facts): "\(facts.card), \(facts.path)"
        case .other(let other): "\(other.title), \(other.device)"
        }
    }
}

/// Drafts a pipeline file for the connected devices, with the best size and rate that this machine can record.
struct Drafting {
    /// The sizes and frame rates to try if no camera is connected yet, best first.
    private static let expected = [(1920, 1080), (1280, 720), (640, 360)].map {
        CommonMode(size: FrameSize(width: $0, height: $1), rate: FrameRate(30))
    }

    var found: FoundDevices
    var place: ProcessEnvironment

    /// The default draft of a pipeline file, used if the user is asked no questions.
    var usual: PipelineDraft {
        let cameras = found.usualCameras
        var draft = PipelineDraft(cameras, count: cameras.isEmpty ? 2 : min(cameras.count, 4))
        if let first = found.microphones.first {
            draft.sound = .device(first)
        } else if !cameras.isEmpty {
            draft.sound = .none
        }
        return draft
    }

    /// Returns the draft with an encoder and capture modes that this machine can record in real time. Chooses the best
    /// mode that all cameras have in common or, if there is none, each camera's own best mode. If the machine is too
    /// slow for every variant, the result contains a warning (`doubt`).
    func fitted(_ draft: PipelineDraft) -> PipelineDraft {
        var draft = draft
        draft.schema = PipelineSearch(place).schema
        let words = EncoderCatalog.list(on: found.machine).filter { $0.available && $0.containers.contains(.mov) }
        let drafts = candidates(draft)
        for candidate in drafts {
            let fitting = words.filter { fits(candidate, $0.word) }
            guard let best = fitting.first(where: { $0.codec == .h264 }) ?? fitting.first else { continue }
            var fitted = candidate
            fitted.encoder = best.word
            fitted.otherEncoders = fitting.map(\.word).filter { $0 != best.word }
            return fitted
        }
        var least = drafts.last ?? draft
        least.doubt = "This machine may be too slow for all of it; 'dualcam plan' shows what costs too much."
        return least
    }

    /// Returns variants of the draft, one for each mode that all cameras have, best first. If they have no mode in
    /// common, returns one variant with each camera's own best mode.
    private func candidates(_ draft: PipelineDraft) -> [PipelineDraft] {
        let devices = draft.cameras.compactMap(\.device?.facts)
        let modes = devices.isEmpty ? Self.expected : ModeChooser.common(to: devices)
        let all = modes.map { mode in
            var draft = draft
            for index in draft.cameras.indices { draft.cameras[index].mode = mode }
            return draft
        }
        if !all.isEmpty { return all }
        var own = draft
        for index in own.cameras.indices {
            let modes = (own.cameras[index].device?.facts).map { ModeChooser.common(to: [$0]) }
            own.cameras[index].mode = modes?.first ?? own.cameras[index].mode
        }
        return [own]
    }

    private func fits(_ draft: PipelineDraft, _ encoder: String) -> Bool {
        var draft = draft
        draft.encoder = encoder
        do throws(CommandFailure) {
            let inputs = try inputs(of: load(draft), draft)
            do throws(PlanIssues) { return try Planner.summary(inputs).cost.fitsSafely } catch { return false }
        } catch {
            return false
        }
    }

    /// Loads a draft as if it had been written to a pipeline file. Throws a failure with `ExitCode.pipelineFile` if the
    /// draft is not valid.
    func load(_ draft: PipelineDraft) throws(CommandFailure) -> LoadedPipeline {
        let path = place.workingDirectory + "/dualcam.yaml"
        let given = place.giving(Array(draft.text.utf8), at: path)
        return try Preparation.load(PipelineRequest(file: path, settings: [], simulate: false), in: given)
    }

    private func inputs(of loaded: LoadedPipeline, _ draft: PipelineDraft) throws(CommandFailure) -> PlannedInputs {
        var devices = draft.cameras.compactMap(\.device?.facts)
        for index in devices.indices { devices[index].isBusy = false }
        let isListed = devices.count == draft.cameras.count
        // A camera whose modes are not listed is planned as a test picture with the draft's size and rate.
        let pipeline = isListed ? loaded.pipeline : loaded.pipeline.simulated()
        let chosen = try translated { () throws(GraphFailure) in try DeviceChooser.choose(for: pipeline, from: devices)
        }
        var inputs = PlannedInputs(
            pipeline: pipeline,
            cameras: pipeline.cameras.compactMap { camera in
                chosen[camera.name].map { CameraFacts(name: camera.name, source: $0) }
            },
            microphones: pipeline.microphones.reduce(into: [:]) { $0[$1.name] = MicrophoneFacts.test },
            machine: found.machine)
        inputs.costs = found.costs
        return inputs
    }
}
