/// A fault that can be built into the deciding halves of the program, to prove that simulator and tests find its like.
///
/// Each has one place in the program, which asks `planted`. Its raw value is the type that it spoils and its own name:
/// `LoadPolicy.shed-at-once`. How each is found stands in `Tests/Faults/planted.txt`.
package protocol PlantedFault: RawRepresentable<String>, CaseIterable, Sendable {}

extension PlantedFault {
    /// The type that decides what it spoils.
    package var decider: String { String(rawValue.prefix { $0 != "." }) }
}
