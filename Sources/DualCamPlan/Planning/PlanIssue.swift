package import DualCamConfig

/// A problem with a pipeline file's settings that prevents the recording.
package struct PlanIssue: Error, Sendable, Equatable {
    /// The path of the key that causes the problem, such as `encoders.combined.use`; empty if the problem does not
    /// concern a key.
    package var keyPath: String
    /// A clause that describes the problem, without a capital letter at its start and without a full stop.
    package var message: String
    /// A suggestion for solving the problem, such as a value to write instead, without a full stop; empty if there is
    /// none.
    package var hint: String
    /// The failure code to report if a device or an element is missing; `nil` if the pipeline file is wrong.
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

/// All issues with a pipeline; never empty when thrown.
package struct PlanIssues: Error, Sendable, Equatable {
    package var issues: [PlanIssue]

    package init(_ issues: [PlanIssue]) { self.issues = issues }
}

/// The input of the planner: a pipeline, and facts about the devices and the machine.
package struct PlannedInputs: Sendable, Equatable {
    package var pipeline: Pipeline
    /// The facts about each camera of the pipeline that will be recorded.
    package var cameras: [CameraFacts]
    /// The facts about each microphone of the pipeline that will be recorded, by the microphone's name.
    package var microphones: [String: MicrophoneFacts]
    /// The names of microphones that are missing. Silence is recorded for them until they are connected.
    package var absentMicrophones: Set<String> = []
    package var machine: MachineFacts
    /// The raw video format that the plan must use; `nil` to let the planner choose. It is set if the plan is for a
    /// part that is added to a running graph.
    package var format: String?
    /// The CPU time that each kind of work takes on this machine. The planner estimates the recording's load from it.
    package var costs = CostTable.builtIn
    /// The measured CPU usage of earlier recordings on this machine.
    package var experience = Experience()
    /// The machine's USB buses, and the positions of cameras on them.
    package var usb = USBFacts()

    package init(
        pipeline: Pipeline, cameras: [CameraFacts], microphones: [String: MicrophoneFacts], machine: MachineFacts
    ) {
        (self.pipeline, self.cameras, self.microphones, self.machine) = (pipeline, cameras, microphones, machine)
    }

    /// One warning for each truncated clip in the plan, without duplicates.
    package var clipRemarks: [String] { ClipFacts.remarks(cameras, Array(microphones.values)) }

    /// A full sentence about each camera that is identified by its port.
    package var portRemarks: [String] {
        cameras.compactMap { camera in
            camera.device?.portReason.map { "Camera \(camera.name) is known \($0.text)." }
        }
    }

    /// A full sentence about each camera whose device does not offer the requested size or rate.
    package var modeRemarks: [String] {
        cameras.compactMap { camera in
            let asked = pipeline.cameras.first { $0.name == camera.name }
            return asked?.conversion(of: camera.source)?.remark(of: camera.name, camera.source)
        }
    }

    /// The recorded microphones in the order of their sound tracks.
    package var heard: [SoundRow] {
        pipeline.microphones.compactMap { microphone in
            microphones[microphone.name].map {
                SoundRow(microphone, $0, codec: pipeline.encoders.audio.use, isMixed: isMixed)
            }
        }
    }

    /// True when several microphones are mixed into one sound track.
    var isMixed: Bool {
        pipeline.recording.sound == .mix && pipeline.microphones.count { microphones[$0.name] != nil } > 1
    }
}
