import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// A request to set a hardware control of one camera, such as its brightness.
struct ControlRequest: CommandRequest {
    var camera = ""
    var control = ""
    var value = ControlValue.whole(0)

    static let schema = command(
        .control, "set a control of a camera", examples: ["control back brightness 128", "control back exposure auto"],
        [
            .required("camera", \.camera, .text, "the camera", example: "back"),
            .required("control", \.control, .text, "the name of the control", example: "brightness"),
            .required("value", \.value, .controlValue, "the value", example: .integer(128)),
        ])

    func carryOut(_ pending: inout PendingCommand, by machine: inout SessionMachine) throws(ControlRefusal) {
        let own = [CameraControl(name: control, value: value)]
        let directed = DirectedControls(camera: try machine.camera(camera), controls: own)
        try machine.direct([directed], for: &pending)
    }
}

extension ArgumentType<ControlValue> {
    fileprivate static var controlValue: Self {
        Self(kind: .value) { (value) throws(ControlRefusal) in
            guard let value = ControlValue(value) else {
                throw ControlRefusal(.badRequest, "control needs a control and its value.")
            }
            return value
        }
    }
}

/// A request to set a camera's controls to a preset from the `controls` section of the pipeline file.
struct PresetRequest: CommandRequest {
    var preset = ""
    /// The name of the camera to set; `nil` for every camera that has controls.
    var camera: String?

    static let schema = command(
        .controls, "apply a control preset to one camera or to all cameras",
        examples: ["controls indoor", "controls indoor --camera back"],
        [
            .required("preset", \.preset, .text, "a control preset of the pipeline file", example: "indoor"),
            .optional("camera", \.camera, .text, "the camera", example: "back"),
        ])

    func carryOut(_ pending: inout PendingCommand, by machine: inout SessionMachine) throws(ControlRefusal) {
        let presets = machine.direction.pipeline?.controlPresets ?? []
        guard let known = presets.first(where: { $0.name == preset }) else {
            throw .missing(
                preset, "preset", among: presets.map(\.name),
                advice: "The pipeline file has none: write them into its section 'controls'")
        }
        let cameras = try camera.map { (name) throws(ControlRefusal) in [try machine.camera(name)] }
        let able = cameras ?? machine.ableCameras
        guard !able.isEmpty else {
            throw ControlRefusal(.unsupported, "No camera of this recording has controls.")
        }
        let own = known.controls.map { CameraControl(name: $0.name, value: $0.value) }
        try machine.direct(able.map { DirectedControls(camera: $0, controls: own) }, for: &pending)
    }
}

// MARK: Camera controls
extension SessionMachine {
    fileprivate mutating func direct(
        _ directed: [DirectedControls], for pending: inout PendingCommand
    ) throws(ControlRefusal) {
        var edit = try directedPipeline()
        for one in directed {
            let facts = try controls(of: one.camera)
            let resolution = ControlResolution(one.controls, on: facts, allowsButtons: true)
            if let problem = resolution.problems.first { throw ControlRefusal(problem, of: one.camera) }
            pending.assigned.append((one.camera, resolution.assignments))
            let buttons = Set(facts.filter { $0.kind == .button }.map(\.name))
            for control in one.controls where !buttons.contains(control.name) || planted(.buttonKept) {
                edit.set(control, of: one.camera.rawValue)
            }
        }
        if !edit.settings.isEmpty { _ = try redirect(&pending, edit) }
        direct(.controls(directed), for: pending)
    }

    /// The cameras whose controls can be set now.
    fileprivate var ableCameras: [InputName] {
        (direction.pipeline?.cameras ?? []).map { InputName($0.name) }.filter {
            direction.controls[$0] != nil && (!inputs.isAway($0) || planted(.absentCameraSet))
        }
    }

    fileprivate func camera(_ word: String) throws(ControlRefusal) -> InputName {
        let names = (direction.pipeline?.cameras ?? []).map(\.name)
        guard names.contains(word) else {
            throw .missing(word, "camera", among: names)
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

    /// Returns the values that the camera devices report after a change, as the JSON member `taken` with an object for
    /// each camera; empty if no controls were set. Also warns about each value that differs from the requested one.
    mutating func acceptedValues(_ pending: PendingCommand) -> [JSONValue.Member] {
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

extension PipelineEdit {
    /// Sets a camera's control in the pipeline, replacing an earlier value of the same control.
    fileprivate mutating func set(_ control: CameraControl, of camera: String) {
        let others = pipeline[camera: camera].controls.filter { $0.name != control.name }
        set(
            "cameras.\(camera).controls.\(control.name)", \.[camera: camera].controls, to: others + [control],
            as: control.value.notation)
    }
}

extension ControlRefusal {
    fileprivate init(_ problem: ControlProblem, of camera: InputName) {
        self.init(
            .badValue, Sentence.text("camera \(camera), \(problem.control.name): \(problem.message)"),
            advice: Sentence.text(problem.hint))
    }
}

// MARK: Settings
extension ControlValue {
    /// Reads a control's value from JSON: a whole number, true or false, or a text as in the pipeline file; `nil` for
    /// anything else.
    init?(_ json: JSONValue) {
        if let flag = json.flag {
            self = .flag(flag)
        } else if let whole = json.count {
            self = .whole(whole)
        } else if let text = json.text, !text.isEmpty {
            self.init(text)
        } else {
            return nil
        }
    }

    var json: JSONValue {
        switch self {
        case .whole(let number): .integer(Int64(number))
        case .flag(let isOn): .bool(isOn)
        case .word(let word): .string(word)
        }
    }
}

extension ControlFacts {
    /// Returns a value of the device's control as JSON: true or false, a word of a menu, or a number.
    func json(_ value: Int64) -> JSONValue {
        switch kind {
        case .boolean: .bool(value != 0)
        case .menu: .string(text(of: value))
        case .integer, .bitmask, .button: .integer(value)
        }
    }

    func setting(of camera: String, among device: [ControlFacts]) -> ControlSetting {
        ControlSetting(
            "controls.\(camera).\(name)", value.map(json) ?? .null, settingRange, by: .control,
            obstacle: obstacle(in: device))
    }

    fileprivate var settingRange: ControlSetting.Range {
        switch kind {
        case .integer, .bitmask:
            .number(Double(range.lowerBound)...Double(range.upperBound), step: Double(step), unit: "")
        case .boolean: .flag
        case .menu: .choice(choices.map(\.word))
        case .button: .choice(["press"])
        }
    }
}

extension PlainControl {
    /// Returns this control as a setting of the camera; `nil` if the device has no such control. If the device chooses
    /// the value automatically, the setting's value is `auto`, but its range is still that of the numeric value.
    func setting(of camera: String, _ device: [ControlFacts]) -> ControlSetting? {
        guard isKnown(to: device) else { return nil }
        let range: ControlSetting.Range =
            self == .torch
            ? .flag : choices(of: device).map(ControlSetting.Range.choice) ?? value(of: device)?.settingRange ?? .text
        return ControlSetting("controls.\(camera).\(rawValue)", reading(of: device)?.json ?? .null, range, by: .control)
    }
}
