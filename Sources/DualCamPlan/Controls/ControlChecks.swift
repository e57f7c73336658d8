package import DualCamConfig

extension PlannedInputs {
    /// The controls that the cameras' devices cannot be set to. Devices that have not been asked are not judged.
    var controlIssues: [PlanIssue] {
        cameras.flatMap { facts -> [PlanIssue] in
            guard case .device(let device, _, _) = facts.source, let known = device.controls,
                let camera = pipeline.cameras.first(where: { $0.name == facts.name })
            else { return [] }
            return ControlResolution(camera.controls, on: known).problems.map { problem in
                PlanIssue(
                    problem.control.keyPath(of: camera), "\(problem.message) (\(device.label))", hint: problem.hint)
            }
        }
    }
}

extension CameraControl {
    /// The place where the pipeline file says it.
    fileprivate func keyPath(of camera: Camera) -> String {
        preset.map { "controls.\($0).\(name)" } ?? "cameras.\(camera.name).controls.\(name)"
    }
}

extension CameraDevice {
    /// The kind of source that it is instead of a device with controls; `nil`: it is one.
    package var lackOfControls: String? {
        switch self {
        case .test: "the camera is a test pattern"
        case .file: "the camera is a recording that is played"
        case .network: "the camera is on the network"
        case .auto, .path, .stable: nil
        }
    }
}
