import DualCamConfig
import DualCamPlan

/// `plan --json`, and what the summary for people is made of.
struct PlanReport: Encodable, Equatable {
    struct Input: Encodable, Equatable {
        /// A camera's name, `microphone` or `microphone.NAME`.
        var name: String
        var source: String
    }

    struct Output: Encodable, Equatable {
        var name: String
        var container: String
        var codec: String
        var encoder: String
        var element: String?
        var width: Int
        var height: Int
        /// The rate as the pipeline file writes it.
        var rate: String
        var format: String?
        /// Bits a second.
        var bitrate: Int
        var preset: String?
        /// `fastest` ... `best`; `nil`: the encoder has one speed only.
        var speed: String?
        var profile: String?
        /// Most frames between two key frames.
        var keyframes: Int
        var bytesPerHour: Int64
        /// The reason for this encoder and preset, where there was a choice.
        var why: String?
    }

    var name: String
    var cost: CostReport
    var bytesPerHour: Int64
    var inputs: [Input]
    var outputs: [Output]
    /// The first of `tracks`; `nil`: no sound is recorded.
    var sound: PlanSummary.Sound?
    /// In every file.
    var tracks: [PlanSummary.Sound]
    var elements: [PlanSummary.Element]
    var branches: [BranchID]
    var notes: [String]
}

extension PlanReport {
    init(_ summary: PlanSummary, inputs: PlannedInputs) {
        name = inputs.pipeline.name
        cost = CostReport(summary.cost)
        bytesPerHour = summary.bytesPerHour
        self.inputs = inputs.described.map { Input(name: $0.name, source: $0.source) }
        outputs = summary.outputs.map(Output.init)
        (tracks, sound) = (summary.sounds, summary.sounds.first)
        (elements, branches, notes) = (summary.elements, summary.branches, summary.notes)
    }
}

extension PlanReport.Output {
    init(_ output: PlanSummary.Output) {
        self.init(
            name: output.name.rawValue, container: output.container.rawValue, codec: output.codec.rawValue,
            encoder: output.encoder, element: output.element, width: output.size.width, height: output.size.height,
            rate: output.rate.text, format: output.format, bitrate: output.bitrate, preset: output.preset,
            speed: output.speed?.rawValue,
            profile: output.profile, keyframes: output.keyframes, bytesPerHour: output.bytesPerHour, why: output.reason)
    }
}

extension PlannedInputs {
    /// The cameras and microphones with descriptions of their sources, for people.
    var described: [(name: String, source: String)] {
        cameras.map { ($0.name, $0.source.words) } + heard.map { ($0.microphone.input.rawValue, $0.facts.words) }
    }
}

extension CameraSource {
    fileprivate var words: String {
        switch self {
        case .device(let device, let mode, let rate):
            "\(device.stableName) (\(device.card)), \(mode.format.text) \(mode.size.text) at \(rate.text)"
        case .test(let pattern): "test:\(pattern.rawValue)"
        case .clip(let clip): "file:\(clip.path)"
        case .absent: "absent"
        }
    }
}

extension MicrophoneFacts {
    fileprivate var words: String {
        switch self {
        case .device(let element, let device): device.map { "\(element) \($0)" } ?? element
        case .test: "test"
        case .voice: "test:voice"
        case .clip(let clip): "file:\(clip.path)"
        }
    }
}
