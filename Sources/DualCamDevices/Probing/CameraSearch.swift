package import DualCamConfig
package import DualCamPlan
internal import Synchronization

/// Searches for a lost camera's device, or for another microphone. Each search results in a new graph plan with the
/// found device.
package final class CameraSearch: Sendable {
    private let inputs: Mutex<PlannedInputs>

    /// Creates a search that starts from the recording's current inputs.
    /// - Parameter plan: the plan that was made from `inputs`. New plans keep its raw video format.
    package init(_ inputs: PlannedInputs, _ plan: GraphPlan) {
        var inputs = inputs
        inputs.format = plan.format
        self.inputs = Mutex(inputs)
    }

    /// Searches for a lost camera's device. Returns a plan of the whole recording with the device as it was found.
    /// Blocks while devices are opened.
    ///
    /// - Throws: `deviceMissing`, `deviceBusy` or `deviceFormat`.
    package func plan(for name: InputName) throws(GraphFailure) -> GraphPlan {
        let now = inputs.withLock { $0 }
        guard let camera = now.pipeline.cameras.first(where: { $0.name == name.rawValue }),
            let place = now.cameras.firstIndex(where: { $0.name == name.rawValue })
        else { throw GraphFailure(.fault, input: name, message: "there is no camera \(name)") }
        let source = try Self.source(of: camera, now)
        // Other devices may still be missing; that does not affect this camera's part of the plan.
        return try plan(now, { $0.cameras[place].source = source }) { reasons in
            GraphFailure(
                .deviceFormat, branch: .source(name), input: name,
                message: "camera \(name) does not fit into the recording any more: \(reasons)",
                advice: "Connect the camera that the recording began with, or begin a new one.")
        }
    }

    /// Returns a plan of the whole recording in which a microphone uses another device. Blocks while the device is
    /// opened.
    ///
    /// - Throws: `deviceMissing`, `deviceBusy` (another microphone uses the device), `deviceFormat` or
    ///   `elementMissing`.
    package func plan(for name: InputName, _ device: MicrophoneDevice) throws(GraphFailure) -> GraphPlan {
        var now = inputs.withLock { $0 }
        guard let place = now.pipeline.microphones.firstIndex(where: { $0.input == name }) else { throw .noSound }
        now.pipeline.microphones[place].device = device
        let microphone = now.pipeline.microphones[place]
        let others = now.microphones.filter { $0.key != microphone.name }
        var clips = ClipCache()
        let cameras = CameraSound(cameras: now.cameras, sysfs: now.pipeline.machine.sysfs)
        let facts = try MicrophoneProbe.facts(of: microphone, beside: others, &clips, cameras: cameras)
        return try plan(now, { $0.microphones[microphone.name] = facts }) { reasons in
            GraphFailure(
                .deviceFormat, branch: microphone.source, input: name,
                message: "the microphone does not fit into the recording: \(reasons)")
        }
    }

    /// Returns a plan with the changed inputs, from which later searches then start. If there is no valid plan for
    /// these inputs, throws the error that `misfit` creates from the plan's problems.
    private func plan(
        _ inputs: PlannedInputs, _ change: (inout PlannedInputs) -> Void, misfit: (String) -> GraphFailure
    ) throws(GraphFailure) -> GraphPlan {
        var changed = inputs
        change(&changed)
        do throws(PlanIssues) {
            let plan = try Planner.plan(changed)
            self.inputs.withLock { change(&$0) }
            return plan
        } catch {
            throw misfit(error.issues.map(\.message).joined(separator: "; "))
        }
    }

    private static func source(of camera: Camera, _ inputs: PlannedInputs) throws(GraphFailure) -> CameraSource {
        guard camera.needsDevice else {
            var clips = ClipCache()
            return try MachineProbe.source(of: camera, chosen: nil, &clips)
        }
        let own = inputs.cameras.first { $0.name == camera.name }?.source
        let devices = CameraProbe.devices { device in
            guard case .device(let lost, _, _)? = own else { return true }
            return DeviceIdentity(lost).matches(device)
        }
        return try DeviceChooser.again(camera, in: inputs.pipeline, cameras: inputs.cameras, from: devices)
    }
}
