/// A fault that can be built into the deciding parts of the program, to prove that simulator and tests find such
/// faults.
///
/// Each fault is active in one place of the program, which calls `planted`. The raw value joins the name of the type
/// that contains the fault and a name of the fault: `LoadPolicy.shed-at-once`. `Tests/Faults/planted.txt` lists which
/// tests find each fault.
package protocol PlantedFault: RawRepresentable<String>, CaseIterable, Sendable {}

extension PlantedFault {
    /// The name of the type that contains the fault.
    package var decider: String { String(rawValue.prefix { $0 != "." }) }
}
