package import DualCamConfig

/// A setting of the pipeline file with which no recording is possible.
package struct PlanIssue: Error, Sendable, Equatable {
    /// The path of the wrong key: `encoders.combined.use`; empty if no key is at fault.
    package var keyPath: String
    /// The description of the issue as one full sentence.
    package var message: String
    /// A suggestion for solving the issue, such as the value to write instead; empty if there is none.
    package var hint: String
    /// The code of the failure that the issue causes if the machine lacks something; `nil` if the pipeline file is
    /// wrong.
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

/// All issues of a pipeline; never empty when thrown.
package struct PlanIssues: Error, Sendable, Equatable {
    package var issues: [PlanIssue]

    package init(_ issues: [PlanIssue]) { self.issues = issues }
}

/// The inputs from which the planner makes a plan: a pipeline, and facts about devices and the machine.
package struct PlannedInputs: Sendable, Equatable {
    package var pipeline: Pipeline
    /// The facts about each camera of the pipeline that is to be recorded.
    package var cameras: [CameraFacts]
    /// The facts about each microphone of the pipeline that is to be recorded, by its name.
    package var microphones: [String: MicrophoneFacts]
    /// The names of the missing microphones. Silence is recorded until they are connected.
    package var absentMicrophones: Set<String> = []
    package var machine: MachineFacts
    /// The raw video format that the plan must use, for a part that joins a running graph; `nil` to choose the cheapest
    /// format.
    package var format: String?
    /// The costs of single operations on this machine, by which the plan's load is estimated.
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

    /// The warnings about all clips of the plan, each once.
    package var clipRemarks: [String] { ClipFacts.remarks(cameras, Array(microphones.values)) }

    /// The remarks about cameras that are identified by their ports, each one full sentence.
    package var portRemarks: [String] {
        cameras.compactMap { camera in
            camera.device?.portReason.map { "Camera \(camera.name) is known \($0.text)." }
        }
    }

    /// The remarks about cameras whose devices do not deliver the requested size or rate, each one full sentence.
    package var modeRemarks: [String] {
        cameras.compactMap { camera in
            let asked = pipeline.cameras.first { $0.name == camera.name }
            return asked?.conversion(of: camera.source)?.remark(of: camera.name, camera.source)
        }
    }

    /// The microphones that are recorded, in the order of their sound tracks.
    package var heard: [SoundRow] {
        pipeline.microphones.compactMap { microphone in
            microphones[microphone.name].map {
                SoundRow(microphone, $0, codec: pipeline.encoders.audio.use, isMixed: isMixed)
            }
        }
    }

    /// True when several microphones are mixed into one track.
    var isMixed: Bool {
        pipeline.recording.sound == .mix && pipeline.microphones.count { microphones[$0.name] != nil } > 1
    }
}
