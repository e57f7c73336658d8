import GStreamer
import Testing

@testable import DualCamGraph
@testable import DualCamPlan

/// What the planner thinks that `dualcamintake` takes is what it takes.
@Suite struct IntakeTests {
    private func formats(of pad: String) throws -> Set<String> {
        try MachineProbe.prepare()
        let structures = try Element.make(Intake.element).pad(pad).possibleCaps?.structures ?? []
        return Set(structures.flatMap { $0.texts("format") })
    }

    @Test func formatsAreTheElements() throws {
        #expect(try formats(of: "sink") == Intake.planar.union(Intake.coloured))
        #expect(try formats(of: "src") == Intake.made)
    }
}
