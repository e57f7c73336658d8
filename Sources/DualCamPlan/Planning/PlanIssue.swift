package import DualCamConfig

/// A setting of the pipeline file that cannot be recorded.
package struct PlanIssue: Error, Sendable, Equatable {
    /// The key at fault: `encoders.combined.use`; empty if no key is at fault.
    package var keyPath: String
    /// The issue as one full sentence.
    package var message: String
    /// The suggestion, such as the value to write instead; empty if there is none.
    package var hint: String
    /// The failure that the issue causes if the machine lacks something; `nil`: the file is wrong.
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

/// All issues at once; never empty when thrown.
package struct PlanIssues: Error, Sendable, Equatable {
    package var issues: [PlanIssue]

    package init(_ issues: [PlanIssue]) { self.issues = issues }
}

/// The inputs from which a plan is made.
package struct PlannedInputs: Sendable, Equatable {
    package var pipeline: Pipeline
    /// The facts of each camera of the pipeline that is to be recorded.
    package var cameras: [CameraFacts]
    /// The facts of each microphone of the pipeline that is to be recorded, by name.
    package var microphones: [String: MicrophoneFacts]
    /// The names of the missing microphones; silence is recorded until they come.
    package var absentMicrophones: Set<String> = []
    package var machine: MachineFacts
    /// The raw format between decoders, mixer and encoders, for a part that joins a running graph; `nil`: the format
    /// with the lowest cost.
    package var format: String?
    /// The costs of work on this machine.
    package var costs = CostTable.builtIn
    /// The measured costs of earlier recordings on this machine.
    package var experience = Experience()
    /// The USB buses and the positions of cameras on them.
    package var usb = USBFacts()

    package init(
        pipeline: Pipeline, cameras: [CameraFacts], microphones: [String: MicrophoneFacts], machine: MachineFacts
    ) {
        (self.pipeline, self.cameras, self.microphones, self.machine) = (pipeline, cameras, microphones, machine)
    }

    /// The remarks on all clips, each once.
    package var clipRemarks: [String] { ClipFacts.remarks(cameras, Array(microphones.values)) }

    /// The remarks on cameras that are identified by their ports, each one full sentence.
    package var portRemarks: [String] {
        cameras.compactMap { camera in
            camera.device?.portReason.map { "Camera \(camera.name) is known \($0.text)." }
        }
    }

    /// The remarks on cameras whose devices do not deliver the requested size or rate, each one full sentence.
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
