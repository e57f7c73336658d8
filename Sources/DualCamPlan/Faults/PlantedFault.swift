/// A fault that can be built into the deciding parts of the program, to prove that simulator and tests find faults of
/// this kind.
///
/// Each fault has one place in the program, which calls `planted`. Its raw value is the name of the type that it breaks
/// and its own name: `LoadPolicy.shed-at-once`. `Tests/Faults/planted.txt` lists what finds each fault.
package protocol PlantedFault: RawRepresentable<String>, CaseIterable, Sendable {}

extension PlantedFault {
    /// The name of the type that the fault breaks.
    package var decider: String { String(rawValue.prefix { $0 != "." }) }
}
