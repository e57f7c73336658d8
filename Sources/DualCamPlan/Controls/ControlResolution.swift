package import DualCamConfig

/// A problem that prevents a camera's control from being set to a requested value.
package struct ControlProblem: Sendable, Equatable {
    package var control: CameraControl
    /// The description of the problem as a sentence without a full stop: `brightness 300 is out of range`.
    package var message: String
    package var hint: String
}

/// The values that a camera's controls must be set to, in the device's own numbers.
package struct ControlResolution: Sendable, Equatable {
    /// The values to set, at most one for each control, in the order in which they must be set.
    package var assignments: [ControlAssignment] = []
    /// The names of requested controls that have no effect, because an automatic control that is set later overrides
    /// them.
    package var displaced: [String] = []
    package var problems: [ControlProblem] = []

    /// Determines the values to which a device's controls must be set, and the problems with requests that cannot be
    /// met.
    ///
    /// - Parameters:
    ///   - device: the camera's current controls.
    ///   - allowsButtons: true to allow button controls. They are refused in settings that are applied each time the
    ///     camera is opened.
    package init(_ wanted: [CameraControl], on device: [ControlFacts], allowsButtons: Bool = false) {
        var chosen: [ControlAssignment] = []
        var origins: [UInt32: CameraControl] = [:]
        for control in wanted {
            do throws(Refusal) {
                for assignment in try Self.assignments(control, device, allowsButtons) {
                    displaced += chosen.filter(assignment.displaces).map(\.name)
                    chosen.add(assignment)
                    origins[assignment.number] = control
                }
            } catch {
                problems.append(ControlProblem(control: control, message: error.message, hint: error.hint ?? ""))
            }
        }
        for assignment in chosen {
            guard let control = origins[assignment.number],
                let refusal = Self.obstacle(to: assignment, among: chosen, device)
            else { continue }
            problems.append(ControlProblem(control: control, message: refusal.message, hint: refusal.hint ?? ""))
        }
        assignments = chosen.inOrder
    }

    private static func assignments(
        _ control: CameraControl, _ device: [ControlFacts], _ allowsButtons: Bool
    ) throws(Refusal) -> [ControlAssignment] {
        if let plain = PlainControl(rawValue: control.name), plain.isKnown(to: device) {
            return try PlainSetting(control: plain, value: control.value, device: device).assignments()
        }
        guard let fact = device.first(where: { $0.name == control.name }) else {
            throw .unknown(control.name, device)
        }
        guard allowsButtons || fact.kind != .button else {
            throw Refusal("it is a button", hint: "press it while the camera records")
        }
        return [ControlAssignment(fact.number, fact.name, try fact.number(for: control.value))]
    }

    /// Returns the reason why an assignment has no effect, usually an automatic control; `nil` if it has an effect. The
    /// settings in `chosen` count as made.
    private static func obstacle(
        to assignment: ControlAssignment, among chosen: [ControlAssignment], _ device: [ControlFacts]
    ) -> Refusal? {
        guard let fact = device.first(where: { $0.number == assignment.number }) else { return nil }
        guard let auto = fact.governor(in: device) else { return fact.isInactive ? .inactive(nil) : nil }
        if let switched = chosen.first(where: { $0.number == auto.number }) {
            return ControlNumber.isAutomatic(switched.number, switched.value)
                ? .inactive(auto.state(switched.value)) : nil
        }
        return fact.isInactive ? .inactive(auto.state(auto.value ?? 1)) : nil
    }
}

extension ControlFacts {
    fileprivate func governor(in device: [ControlFacts]) -> ControlFacts? {
        ControlNumber.governor(of: number).flatMap { number in device.first { $0.number == number } }
    }

    fileprivate func state(_ value: Int64) -> String { "\(name) is \(text(of: value))" }

    /// Returns the reason why setting the control is currently impossible or has no effect; `nil` if it can be set.
    package func obstacle(in device: [ControlFacts]) -> String? {
        if isReadOnly { return "it can only be read" }
        if isGrabbed { return "it cannot be set while the camera streams" }
        guard isInactive else { return nil }
        return governor(in: device).map { "it has no effect while " + $0.state($0.value ?? 1) }
            ?? "it has no effect while another control is as it is"
    }

    /// Returns the device's number for a value from the pipeline file. Throws a `Refusal` if the control does not
    /// accept the value.
    func number(for value: ControlValue) throws(Refusal) -> Int64 {
        guard !isReadOnly else { throw Refusal("it can only be read", hint: "leave it out") }
        guard !isGrabbed else {
            throw Refusal("it cannot be set while the camera streams", hint: "write it into the pipeline file")
        }
        switch kind {
        case .integer, .bitmask:
            guard case .whole(let number) = value else { throw refused(value, range.words) }
            try check(Int64(number))
            guard kind != .bitmask || Int64(number) & ~range.upperBound == 0 else {
                throw refused(value, "the bits of \(range.upperBound)")
            }
            return Int64(number)
        case .boolean:
            switch value {
            case .flag(let isOn): return isOn ? 1 : 0
            case .whole(let number) where number == 0 || number == 1: return Int64(number)
            case .whole, .word: throw refused(value, "on or off")
            }
        case .menu: return try index(for: value)
        case .button:
            if [.flag(true), .whole(1), .word("press")].contains(value) { return 1 }
            throw refused(value, "press: it is a button")
        }
    }

    private func index(for value: ControlValue) throws(Refusal) -> Int64 {
        let found =
            switch value {
            case .whole(let number): choices.first { $0.index == number }
            case .flag(let isOn):
                choices.first { (isOn ? ["on", "yes", "true"] : ["off", "no", "false"]).contains($0.word) }
            case .word(let word): choices.first { $0.word == Self.word(word) }
            }
        guard let found else {
            throw refused(value, choices.map { "\($0.word) (\($0.index))" }.joined(separator: ", "))
        }
        return found.index
    }

    func check(_ value: Int64) throws(Refusal) {
        guard range.contains(value) else {
            throw Refusal("'\(value)' is out of range", hint: "accepted: \(range.words)")
        }
    }

    private func refused(_ value: ControlValue, _ accepted: String) -> Refusal {
        Refusal("'\(value.notation.prefix(60))' is not a value of it", hint: "accepted: \(accepted)")
    }
}

extension ClosedRange<Int64> {
    fileprivate var words: String { "\(lowerBound) ... \(upperBound)" }
}

/// A single control of a device with the value that it must be set to.
package struct ControlAssignment: Sendable, Hashable {
    package var number: UInt32
    /// The name of the control, such as `white_balance_temperature`.
    package var name: String
    package var value: Int64

    package init(_ number: UInt32, _ name: String, _ value: Int64) {
        (self.number, self.name, self.value) = (number, name, value)
    }

    /// Returns true if this assignment switches on an automatic control that then changes the value set by `other`.
    func displaces(_ other: ControlAssignment) -> Bool {
        ControlNumber.isAutomatic(number, value) && ControlNumber.governed(by: number).contains(other.number)
    }
}

extension [ControlAssignment] {
    /// Appends an assignment. Removes earlier assignments of the same control, and of controls whose values the device
    /// would then determine automatically.
    package mutating func add(_ newer: ControlAssignment) {
        removeAll { $0.number == newer.number || newer.displaces($0) }
        append(newer)
    }

    /// The assignments in the order in which they must be set. Automatic controls come first, because they determine
    /// whether the controls that depend on them have an effect.
    package var inOrder: [ControlAssignment] {
        let isAuto = { (assignment: ControlAssignment) in !ControlNumber.governed(by: assignment.number).isEmpty }
        return filter(isAuto) + filter { !isAuto($0) }
    }
}

/// Error messages about controls that cannot be set to a value. The messages contain neither the control's name nor the
/// camera's.
extension Refusal {
    static func unknown(_ name: String, _ device: [ControlFacts]) -> Refusal {
        guard !device.isEmpty else {
            return Refusal("the camera has no controls at all", hint: "leave it out")
        }
        let plain = PlainControl.allCases.filter { $0.isKnown(to: device) }.map(\.rawValue)
        let names = device.filter { !$0.isReadOnly }.map(\.name)
        let near = name.nearest(among: plain + names).map { "did you mean '\($0)'? " } ?? ""
        let own = names.filter { !plain.contains($0) }
        return Refusal(
            "the camera has no such control",
            hint: near + "it has: " + (plain + own).joined(separator: ", "))
    }

    static func inactive(_ state: String?) -> Refusal {
        Refusal(
            "it has no effect while \(state ?? "another control is as it is")",
            hint: "switch that one off as well, or write a plain word (\(PlainControl.words)), which does both")
    }
}

extension PlannedInputs {
    /// An issue for each requested control that cannot be set to its value on the camera's device. Omits devices whose
    /// controls have not been read.
    var controlIssues: [PlanIssue] {
        cameras.flatMap { facts -> [PlanIssue] in
            guard let device = facts.device, let known = device.controls,
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
    /// Returns the key path at which the pipeline file sets this control of a camera.
    fileprivate func keyPath(of camera: Camera) -> String {
        preset.map { "controls.\($0).\(name)" } ?? "cameras.\(camera.name).controls.\(name)"
    }
}

extension CameraDevice {
    /// A description of the camera's source, if sources of this kind have no controls; `nil` if the source is a device
    /// that may have controls.
    package var lackOfControls: String? {
        switch self {
        case .test: "the camera is a test pattern"
        case .file: "the camera is a recording that is played"
        case .network: "the camera is on the network"
        case .libcamera, .pipewire, .screen, .decklink: "the camera is not a V4L2 device"
        case .auto, .path, .stable: nil
        }
    }
}
