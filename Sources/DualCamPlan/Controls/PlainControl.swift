package import DualCamConfig

/// A name that dualcam gives to a camera function, because cameras offer the function under different V4L2 names.
///
/// | Word | Takes | Sets |
/// |---|---|---|
/// | `exposure` | `auto`, `manual`, `lock`, a number | `auto_exposure`, then `exposure_time_absolute` or `exposure` |
/// | `exposure-bias` | EV, as `-0.7` | `auto_exposure_bias` |
/// | `focus` | `auto`, `lock`, a number | `focus_automatic_continuous`, then `focus_absolute` |
/// | `white-balance` | `auto`, `lock`, kelvin | `white_balance_automatic`, then `white_balance_temperature` |
/// | `gain` | `auto`, `lock`, a number | `gain_automatic` if there is one, then `gain` or `analogue_gain` |
/// | `torch` | `on`, `off` | `led_mode` |
/// | `stabilisation` | `on`, `off` | `image_stabilization` |
/// | `power-line` | `off`, `50`, `60`, `auto` | `power_line_frequency` |
/// | `frame-rate` | `steady`, `dynamic` | `exposure_dynamic_framerate` |
///
/// A number for `exposure` is in the device's unit. Older kernels call `exposure_dynamic_framerate`
/// `exposure_auto_priority`.
///
/// `lock` keeps the values that the device's automatic control has set at the moment.
package enum PlainControl: String, Sendable, Hashable, CaseIterable {
    case exposure
    case exposureBias = "exposure-bias"
    case focus
    case whiteBalance = "white-balance"
    case gain, torch, stabilisation
    case powerLine = "power-line"
    case frameRate = "frame-rate"

    /// The names of all controls that dualcam defines itself, as a list for messages.
    static var words: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// The description of the values that the control accepts, for messages.
    package var values: String {
        switch self {
        case .exposure: "auto, manual, lock or a whole number"
        case .exposureBias: "a number of EV, as -0.7"
        case .focus, .gain: "auto, lock or a whole number"
        case .whiteBalance: "auto, lock or a whole number of kelvin"
        case .torch, .stabilisation: "on or off"
        case .powerLine: "off, 50, 60 or auto"
        case .frameRate: "steady or dynamic"
        }
    }

    /// The V4L2 number of the control that switches the function between automatic and manual; `nil` if there is none.
    var auto: UInt32? {
        switch self {
        case .exposure: ControlNumber.exposureAuto
        case .focus: ControlNumber.focusAuto
        case .whiteBalance: ControlNumber.whiteBalanceAuto
        case .gain: ControlNumber.gainAuto
        case .exposureBias, .torch, .stabilisation, .powerLine, .frameRate: nil
        }
    }

    /// The V4L2 numbers of the controls that may contain the function's value; a device uses at most one of them.
    var manual: [UInt32] {
        switch self {
        case .exposure: [ControlNumber.exposureTime, ControlNumber.exposure]
        case .exposureBias: [ControlNumber.exposureBias]
        case .focus: [ControlNumber.focus]
        case .whiteBalance: [ControlNumber.whiteBalance]
        case .gain: [ControlNumber.gain, ControlNumber.analogueGain]
        case .torch: [ControlNumber.lampMode]
        case .stabilisation: [ControlNumber.stabilisation]
        case .powerLine: [ControlNumber.powerLine]
        case .frameRate: [ControlNumber.exposurePriority]
        }
    }

    /// Returns true if the device has a V4L2 control for this function.
    package func isKnown(to device: [ControlFacts]) -> Bool {
        device.contains { $0.number == auto || manual.contains($0.number) }
    }

    /// Returns the V4L2 control that contains the function's value on this device, such as the exposure time; `nil` if
    /// the device has none.
    package func value(of device: [ControlFacts]) -> ControlFacts? {
        manual.lazy.compactMap { number in device.first { $0.number == number } }.first
    }

    private static let frequencies: [(index: Int64, word: String)] = [(0, "off"), (1, "50"), (2, "60"), (3, "auto")]

    private func has(_ index: Int64, _ device: [ControlFacts]) -> Bool {
        value(of: device)?.choices.contains { $0.index == index } ?? false
    }

    /// Returns the words that the control accepts on this device; `nil` if it also accepts numbers, or if it accepts
    /// `on` and `off`.
    package func choices(of device: [ControlFacts]) -> [String]? {
        switch self {
        case .torch, .stabilisation: nil
        case .powerLine: Self.frequencies.filter { has($0.index, device) }.map(\.word)
        case .frameRate: ["steady", "dynamic"]
        case .exposureBias: value(of: device)?.choices.compactMap { Double($0.text).map { "\($0 / 1000)" } }
        case .exposure: value(of: device) == nil ? ["auto", "manual"] : nil
        case .focus, .whiteBalance, .gain: value(of: device) == nil ? ["auto"] : nil
        }
    }

    /// Returns the current value of the function on this device; `nil` if the device does not report it, or if no word
    /// describes it.
    package func reading(of device: [ControlFacts]) -> ControlValue? {
        if let auto = device.first(where: { $0.number == auto }), let now = auto.value,
            ControlNumber.isAutomatic(auto.number, now)
        {
            return .word("auto")
        }
        guard let held = value(of: device), let now = held.value else { return nil }
        switch self {
        case .torch: return [0: .flag(false), 2: .flag(true)][now]
        case .stabilisation: return .flag(now != 0)
        case .frameRate: return .word(now == 0 ? "steady" : "dynamic")
        case .powerLine: return Self.frequencies.first { $0.index == now }.map { .word($0.word) }
        case .exposureBias: return Double(held.text(of: now)).map { .word("\($0 / 1000)") }
        case .exposure, .focus, .whiteBalance, .gain: return .whole(Int(now))
        }
    }
}

extension [ControlFacts] {
    /// Returns assignments that are made even if the pipeline file does not request them. They make a camera keep its
    /// frame rate in the dark.
    ///
    /// - Parameter wanted: the controls that the pipeline file sets.
    package func implied(beside wanted: [CameraControl]) -> [ControlAssignment] {
        guard let priority = PlainControl.frameRate.value(of: self), priority.value != 0, !priority.isReadOnly,
            !priority.isInactive, !priority.isGrabbed,
            !wanted.contains(where: { $0.name == PlainControl.frameRate.rawValue || $0.name == priority.name })
        else { return [] }
        return [ControlAssignment(priority.number, priority.name, 0)]
    }
}

/// A request to set one of dualcam's own controls to a value on one device.
struct PlainSetting {
    let control: PlainControl
    let value: ControlValue
    let device: [ControlFacts]

    /// Returns the V4L2 assignments that set the requested value, in the order in which they must be made. Throws a
    /// `Refusal` if the device does not accept the value.
    func assignments() throws(Refusal) -> [ControlAssignment] {
        switch control {
        case .exposure, .focus, .whiteBalance, .gain: try governed()
        case .exposureBias: [try bias()]
        case .torch: [try choice([0: .flag(false), 2: .flag(true)])]
        case .stabilisation: [try choice([0: .flag(false), 1: .flag(true)])]
        case .frameRate: [try choice([0: .word("steady"), 1: .word("dynamic")])]
        case .powerLine: [try choice([0: .flag(false), 1: .whole(50), 2: .whole(60), 3: .word("auto")])]
        }
    }

    private var switching: ControlFacts? { device.first { $0.number == control.auto } }

    private func governed() throws(Refusal) -> [ControlAssignment] {
        switch value {
        case .word("auto"): return [try automatic()]
        case .word("manual") where control == .exposure: return try byHand()
        case .word("lock"):
            let held = try manual()
            guard let now = held.value else {
                throw Refusal("cannot be locked: the device does not tell \(held.name)", hint: "set a value")
            }
            return try byHand() + [ControlAssignment(held.number, held.name, now)]
        case .whole(let number):
            let held = try manual()
            try held.check(Int64(number))
            return try byHand() + [ControlAssignment(held.number, held.name, Int64(number))]
        case .word, .flag: throw refused
        }
    }

    private var refused: Refusal {
        Refusal("'\(value.notation)' is not a value of it", hint: "write \(control.values)")
    }

    private func manual() throws(Refusal) -> ControlFacts {
        guard let held = control.value(of: device) else {
            throw Refusal("the device leaves it no value to be set", hint: "it takes auto alone")
        }
        return held
    }

    private func automatic() throws(Refusal) -> ControlAssignment {
        guard let auto = switching else {
            throw Refusal("the device has nothing automatic for it", hint: "write a whole number")
        }
        guard auto.kind == .menu else { return ControlAssignment(auto.number, auto.name, 1) }
        // Cameras without an adjustable iris call their only automatic exposure mode "aperture priority".
        return try auto.first(of: [0, 3])
    }

    /// Returns the assignment that switches the automatic control off; empty if the device has no automatic control for
    /// the function.
    private func byHand() throws(Refusal) -> [ControlAssignment] {
        guard let auto = switching else { return [] }
        guard auto.kind == .menu else { return [ControlAssignment(auto.number, auto.name, 0)] }
        return [try auto.first(of: [1, 2])]
    }

    private func choice(_ meanings: [Int64: ControlValue]) throws(Refusal) -> ControlAssignment {
        let fact = try manual()
        guard let index = meanings.first(where: { $0.value == value })?.key else { throw refused }
        return try fact.first(of: [index])
    }

    private func bias() throws(Refusal) -> ControlAssignment {
        let fact = try manual()
        guard let stops = Double(value.notation), abs(stops) <= 100 else { throw refused }
        let wanted = Int64((stops * 1000).rounded())
        guard fact.kind == .menu else {
            try fact.check(wanted)
            return ControlAssignment(fact.number, fact.name, wanted)
        }
        guard let choice = fact.choices.first(where: { Int64($0.text) == wanted }) else {
            let known = fact.choices.compactMap { Double($0.text).map { "\($0 / 1000)" } }.joined(separator: ", ")
            throw Refusal("the device has no bias of \(value.notation) EV", hint: "accepted: \(known)")
        }
        return ControlAssignment(fact.number, fact.name, choice.index)
    }
}

extension ControlFacts {
    /// Returns an assignment of the first value in `indices` that the control accepts: for a menu, the index of an
    /// entry. Throws a `Refusal` if it accepts none.
    fileprivate func first(of indices: [Int64]) throws(Refusal) -> ControlAssignment {
        let known = kind == .menu ? choices.map(\.index) : Array(range)
        guard let index = indices.first(where: known.contains) else {
            let words = choices.map(\.word).joined(separator: ", ")
            throw Refusal("the device's \(name) has no such choice", hint: "it has: \(words)")
        }
        return ControlAssignment(number, name, index)
    }
}
