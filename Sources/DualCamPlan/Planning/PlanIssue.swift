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
    /// `nil` records no sound.
    public var microphone: MicrophoneFacts?
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

    public init(pipeline: Pipeline, cameras: [CameraFacts], microphone: MicrophoneFacts?, machine: MachineFacts) {
        (self.pipeline, self.cameras, self.microphone, self.machine) = (pipeline, cameras, microphone, machine)
    }
}
