public import DualCamConfig

/// Something in the pipeline file that cannot be recorded.
public struct PlanIssue: Error, Sendable, Equatable {
    /// The key at fault: `encoders.combined.use`; empty when it is no key.
    public var keyPath: String
    /// One full sentence.
    public var message: String
    /// What to write instead; empty when there is nothing to say.
    public var hint: String
    /// `nil`: the file is wrong; otherwise what the machine lacks.
    public var code: GraphFailure.Code?

    public init(_ keyPath: String, _ message: String, hint: String = "", code: GraphFailure.Code? = nil) {
        (self.keyPath, self.message, self.hint, self.code) = (keyPath, message, hint, code)
    }
}

/// All problems at once; never empty when thrown.
public struct PlanIssues: Error, Sendable, Equatable {
    public var issues: [PlanIssue]

    public init(_ issues: [PlanIssue]) { self.issues = issues }
}

/// What a plan is made from.
public struct PlannedInputs: Sendable, Equatable {
    public var pipeline: Pipeline
    /// One per camera of the pipeline that is to be recorded.
    public var cameras: [CameraFacts]
    /// By name, one for each of the pipeline that is to be recorded.
    public var microphones: [String: MicrophoneFacts]
    public var machine: MachineFacts
    /// The raw format between decoders, mixer and encoders, for a part that is to join a graph that runs; `nil`: whatever costs
    /// least.
    public var format: String?
    /// What the work costs on this machine.
    public var costs = CostTable.builtIn
    /// What recordings have been seen to take on it.
    public var experience = Experience()
    /// Where its cameras hang on the USB.
    public var usb = USBFacts()

    public init(
        pipeline: Pipeline, cameras: [CameraFacts], microphones: [String: MicrophoneFacts], machine: MachineFacts
    ) {
        (self.pipeline, self.cameras, self.microphones, self.machine) = (pipeline, cameras, microphones, machine)
    }

    /// The microphones that are recorded, in the order of their tracks.
    public var heard: [HeardMicrophone] {
        pipeline.microphones.compactMap { microphone in
            microphones[microphone.name].map { HeardMicrophone(microphone: microphone, facts: $0) }
        }
    }

    /// Whether several microphones become one track.
    var isMixed: Bool { pipeline.recording.sound == .mix && heard.count > 1 }
}

/// A microphone of the pipeline file and what it was found to be.
public struct HeardMicrophone: Sendable, Equatable {
    public var microphone: Microphone
    public var facts: MicrophoneFacts
}
