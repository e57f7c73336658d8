import GStreamer
import Testing

@testable import DualCamDevices
@testable import DualCamPlan

/// The planner's list of formats of `dualcamintake` has to match the element's caps.
@Suite struct IntakeTests {
    private func formats(of pad: String) throws -> Set<String> {
        try MachineProbe.prepare()
        let element = try Element.make(Intake.element)
        let structures = try element.pad(pad).possibleCaps?.structures ?? []
        return Set(structures.flatMap { $0.texts("format") })
    }

    @Test func formatsAreTheElements() throws {
        let (taken, made) = (try formats(of: "sink"), try formats(of: "src"))
        #expect(taken == Intake.planar.union(Intake.coloured))
        #expect(made == Intake.made)
    }
}
