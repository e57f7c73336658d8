/// A deliberate error in the program's decision logic. It can be activated to prove that the simulator and the tests
/// detect such errors.
///
/// Each fault affects one place in the code, which calls `planted` to ask whether the fault is active. The raw value
/// consists of the name of the type with that code and the fault's own name: `LoadPolicy.shed-at-once`.
/// `Tests/Faults/planted.txt` lists the tests that detect each fault.
package protocol PlantedFault: RawRepresentable<String>, CaseIterable, Sendable {}

extension PlantedFault {
    /// The name of the type whose code contains the fault.
    package var decider: String { String(rawValue.prefix { $0 != "." }) }
}
