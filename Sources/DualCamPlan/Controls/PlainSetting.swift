import DualCamConfig

/// A plain word on one device.
struct PlainSetting {
    let control: PlainControl
    let value: ControlValue
    let device: [ControlFacts]

    /// Lists the assignments in the order in which they must be set.
    func assignments() throws(Refusal) -> [ControlAssignment] {
        switch control {
        case .exposure, .focus, .whiteBalance, .gain: try governed()
        case .exposureBias: [try bias()]
        case .torch: [try choice([0: .flag(false), 2: .flag(true)])]
        case .stabilisation: [try choice([0: .flag(false), 1: .flag(true)])]
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
        Refusal("'\(value.notation)' is no value of it", hint: "write \(control.values)")
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
        // Cameras without an iris call their only automatic exposure a priority of it.
        return try auto.first(of: [0, 3])
    }

    /// Returns the assignments that switch automatic control off; none where nothing is automatic.
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
    /// The first of these entries that the device has.
    fileprivate func first(of indices: [Int64]) throws(Refusal) -> ControlAssignment {
        let known = kind == .menu ? choices.map(\.index) : Array(range)
        guard let index = indices.first(where: known.contains) else {
            let words = choices.map(\.word).joined(separator: ", ")
            throw Refusal("the device's \(name) has no such choice", hint: "it has: \(words)")
        }
        return ControlAssignment(number, name, index)
    }
}
