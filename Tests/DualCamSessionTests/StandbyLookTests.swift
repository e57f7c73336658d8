import Testing

@testable import DualCamSession

/// When a session that stands by looks again for what is in the way of a take.
@Suite struct StandbyLookTests {
    private func failure(_ isOfSpace: Bool) -> SessionFailure {
        SessionFailure(
            isOfSpace ? .diskFull : .outputNotCreated, exit: isOfSpace ? .diskFailed : .outputNotCreated,
            message: "No.", advice: "Wait.", remoteAdvice: "Wait.")
    }

    /// What was found by a look, or by a take that could not begin, is looked at again soon; free space is read every second anyway.
    @Test func whatIsInTheWayIsLookedAtAgain() {
        let looks = StandbyLooks()
        #expect(!looks.isDue)
        looks.note(failure(false))
        #expect(looks.isDue)
        looks.note(failure(true))
        #expect(!looks.isDue)
        looks.note(failure(false))
        looks.note(nil)
        #expect(!looks.isDue)
    }
}
