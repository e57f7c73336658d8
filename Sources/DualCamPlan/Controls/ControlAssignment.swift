/// One value for one control of a device.
package struct ControlAssignment: Sendable, Hashable {
    package var number: UInt32
    /// `white_balance_temperature`
    package var name: String
    package var value: Int64

    package init(_ number: UInt32, _ name: String, _ value: Int64) {
        (self.number, self.name, self.value) = (number, name, value)
    }

    /// It gives to the device what `other` sets.
    func displaces(_ other: ControlAssignment) -> Bool {
        ControlNumber.isAutomatic(number, value) && ControlNumber.governed(by: number).contains(other.number)
    }
}

extension [ControlAssignment] {
    /// Puts `newer` behind what is there, which gives way where both are of the same control, or where the newer one leaves it to
    /// the device.
    package mutating func take(_ newer: ControlAssignment) {
        removeAll { $0.number == newer.number || newer.displaces($0) }
        append(newer)
    }

    /// The assignments with those first that switch something on or off: values that it governs have no effect before.
    package var inOrder: [ControlAssignment] {
        let isAuto = { (assignment: ControlAssignment) in !ControlNumber.governed(by: assignment.number).isEmpty }
        return filter(isAuto) + filter { !isAuto($0) }
    }
}
