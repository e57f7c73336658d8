package import DualCamConfig

/// Something in the pipeline file that cannot be recorded.
package struct PlanIssue: Error, Sendable, Equatable {
    /// The key at fault: `encoders.combined.use`; empty when it is no key.
    package var keyPath: String
    /// One full sentence.
    package var message: String
    /// The value to write instead; empty when there is nothing to say.
    package var hint: String
    /// The lack of the machine; `nil`: the file is wrong.
    package var code: GraphFailure.Code?

    package init(_ keyPath: String, _ message: String, hint: String = "", code: GraphFailure.Code? = nil) {
        (self.keyPath, self.message, self.hint, self.code) = (keyPath, message, hint, code)
    }
}

extension [PlanIssue] {
    mutating func add(_ keyPath: String, _ message: String, hint: String, code: GraphFailure.Code? = nil) {
        append(PlanIssue(keyPath, message, hint: hint, code: code))
    }
}

/// All problems at once; never empty when thrown.
package struct PlanIssues: Error, Sendable, Equatable {
    package var issues: [PlanIssue]

    package init(_ issues: [PlanIssue]) { self.issues = issues }
}

/// The inputs from which a plan is made.
package struct PlannedInputs: Sendable, Equatable {
    package var pipeline: Pipeline
    /// One per camera of the pipeline that is to be recorded.
    package var cameras: [CameraFacts]
    /// The microphones by name, one for each of the pipeline that is to be recorded.
    package var microphones: [String: MicrophoneFacts]
    /// The names of those that are not there: silence is recorded until they come.
    package var absentMicrophones: Set<String> = []
    package var machine: MachineFacts
    /// The raw format between decoders, mixer and encoders, for a part that is to join a graph that runs; `nil`: whatever costs
    /// least.
    package var format: String?
    /// The costs of work on this machine.
    package var costs = CostTable.builtIn
    /// The measured costs of recordings on it.
    package var experience = Experience()
    /// The USB buses and the places of cameras on them.
    package var usb = USBFacts()

    package init(
        pipeline: Pipeline, cameras: [CameraFacts], microphones: [String: MicrophoneFacts], machine: MachineFacts
    ) {
        (self.pipeline, self.cameras, self.microphones, self.machine) = (pipeline, cameras, microphones, machine)
    }

    /// The remarks on all clips, each once.
    package var clipRemarks: [String] { ClipFacts.remarks(cameras, Array(microphones.values)) }

    /// The remarks on cameras that are known by their ports, each one full sentence.
    package var portRemarks: [String] {
        cameras.compactMap { camera in
            camera.device?.portReason.map { "Camera \(camera.name) is known \($0.text)." }
        }
    }

    /// The remarks on cameras whose devices do not deliver what is asked for, each one full sentence.
    package var modeRemarks: [String] {
        cameras.compactMap { camera in
            let asked = pipeline.cameras.first { $0.name == camera.name }
            return asked?.conversion(of: camera.source)?.remark(of: camera.name, camera.source)
        }
    }

    /// The microphones that are recorded, in the order of their tracks.
    package var heard: [SoundRow] {
        pipeline.microphones.compactMap { microphone in
            microphones[microphone.name].map {
                SoundRow(microphone, $0, codec: pipeline.encoders.audio.use, isMixed: isMixed)
            }
        }
    }

    /// True when several microphones become one track.
    var isMixed: Bool {
        pipeline.recording.sound == .mix && pipeline.microphones.count { microphones[$0.name] != nil } > 1
    }
}
