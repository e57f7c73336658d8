import DualCamConfig
import DualCamPlan

// MARK: Controls of cameras
extension SessionMachine {
    mutating func directCamera(
        _ pending: inout PendingCommand, _ directed: [DirectedControls]
    ) throws(ControlRefusal) {
        var settings: [LiveSetting] = []
        for one in directed {
            let facts = try controls(of: one.camera)
            let resolution = ControlResolution(one.controls, on: facts, allowsButtons: true)
            if let problem = resolution.problems.first { throw ControlRefusal(problem, of: one.camera) }
            pending.assigned.append((one.camera, resolution.assignments))
            let buttons = Set(facts.filter { $0.kind == .button }.map(\.name))
            settings += one.controls.filter { !buttons.contains($0.name) }.map {
                LiveSetting("cameras.\(one.camera).controls.\($0.name)", $0.value.notation)
            }
        }
        if !settings.isEmpty { _ = try redirect(&pending, settings) }
        direct(.controls(directed), for: pending)
    }

    func wanted(_ request: ControlRequest) throws(ControlRefusal) -> DirectedControls {
        let control = CameraControl(name: request.control, value: request.value)
        return DirectedControls(camera: try camera(request.camera), controls: [control])
    }

    func wanted(_ request: PresetRequest) throws(ControlRefusal) -> [DirectedControls] {
        let word = request.preset
        let presets = direction.pipeline?.controlPresets ?? []
        guard let preset = presets.first(where: { $0.name == word }) else {
            let known = Refusal.suggestion(for: word, among: presets.map(\.name))
            throw ControlRefusal(
                .badValue, "There is no preset '\(word.prefix(60))'.",
                advice: Wording.sentence(known ?? "The pipeline file has none: write them into its section 'controls'"))
        }
        let own = preset.controls.map { CameraControl(name: $0.name, value: $0.value) }
        if let name = request.camera {
            return [DirectedControls(camera: try camera(name), controls: own)]
        }
        let cameras = (direction.pipeline?.cameras ?? []).map { InputName($0.name) }
        let able = cameras.filter { direction.controls[$0] != nil && !inputs.isAway($0) }
        guard !able.isEmpty else {
            throw ControlRefusal(.unsupported, "No camera of this recording has controls.")
        }
        return able.map { DirectedControls(camera: $0, controls: own) }
    }

    private func camera(_ word: String) throws(ControlRefusal) -> InputName {
        let names = (direction.pipeline?.cameras ?? []).map(\.name)
        guard names.contains(word) else {
            throw ControlRefusal(
                .badValue, "There is no camera '\(word.prefix(60))'.",
                advice: Wording.sentence(Refusal.suggestion(for: word, among: names) ?? ""))
        }
        return InputName(word)
    }

    private func controls(of camera: InputName) throws(ControlRefusal) -> [ControlFacts] {
        guard !inputs.isAway(camera) else {
            throw ControlRefusal(
                .notNow, "Camera \(camera) is not there, and its controls cannot be set.",
                advice: "Try again when it has come back.")
        }
        if let facts = direction.controls[camera] { return facts }
        let device = direction.pipeline?.cameras.first { $0.name == camera.rawValue }?.device
        let reason = device?.lackOfControls.map { "\($0), which has none" } ?? "its device is not there"
        throw ControlRefusal(.unsupported, "The controls of camera \(camera) cannot be set: \(reason).")
    }

    /// Returns the values that the devices took of those they were asked for, and warns where they differ.
    mutating func taken(_ pending: PendingCommand) -> [JSONValue.Member] {
        var cameras: [JSONValue.Member] = []
        for (camera, assignments) in pending.assigned {
            var values: [JSONValue.Member] = []
            for assignment in assignments {
                guard let fact = direction.controls[camera]?.first(where: { $0.number == assignment.number }),
                    let value = fact.value
                else { continue }
                values.append(.init(fact.name, fact.json(value)))
                guard value != assignment.value else { continue }
                warn(
                    .cameraControl,
                    "\(fact.name) of camera \(camera) is \(fact.text(of: value)), as its device does not take "
                        + "\(fact.text(of: assignment.value)).")
            }
            cameras.append(.init(camera.rawValue, .object(values)))
        }
        guard !cameras.isEmpty else { return [] }
        return [.init("taken", .object(cameras))]
    }

    func cameraSettings(_ pipeline: Pipeline) -> [ControlSetting] {
        pipeline.cameras.flatMap { camera -> [ControlSetting] in
            let facts = direction.controls[InputName(camera.name)] ?? []
            let plain = PlainControl.allCases.compactMap { $0.setting(of: camera.name, facts) }
            let known = Set(plain.map(\.name))
            return plain + facts.map { $0.setting(of: camera.name, among: facts) }.filter { !known.contains($0.name) }
        } + bitrateSettings(pipeline)
    }
}

extension ControlRefusal {
    fileprivate init(_ problem: ControlProblem, of camera: InputName) {
        self.init(
            .badValue, Wording.sentence("camera \(camera), \(problem.control.name): \(problem.message)"),
            advice: Wording.sentence(problem.hint))
    }
}
