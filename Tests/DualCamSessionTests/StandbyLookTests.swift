import Testing

@testable import DualCamRecordings
@testable import DualCamSession

/// The times at which a session that stands by checks again for obstacles to a take.
@Suite struct StandbyLookTests {
    private func failure(_ isOfSpace: Bool) -> SessionFailure {
        SessionFailure(
            isOfSpace ? .diskFull : .outputNotCreated, exit: isOfSpace ? .diskFailed : .outputNotCreated,
            message: "No.", advice: "Wait.", remoteAdvice: "Wait.")
    }

    /// An obstacle that was found by a check or a failed take is checked again soon. Free space is read every second
    /// anyway.
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
