import Testing

@testable import DualCamCommands
@testable import DualCamProcess
@testable import DualCamRecordings
@testable import DualCamWorker

@Suite("What the process tells that deletes sessions")
struct PruningLineTests {
    /// Each reason is decoded again from text; otherwise the message would only be 'Bad message'.
    @Test(arguments: [
        FileRefusal.younger, .ageUnknown, .otherOwner(1000), .tooLarge(5, limit: 3), .kind("a symbolic link"),
        .otherDisk, .severalNames(2), .held(by: "pid 7 on desk"),
    ])
    func everyReasonIsReadAsItWasWritten(_ refusal: FileRefusal) {
        let line = PruningLine(failure: FolderFailure(.remove, path: "/v/s \u{e9}", refusal: refusal))
        #expect(PruningLine(ownJSON: line.text.text.utf8) == line)
    }

    @Test func anErrorOfTheSystemAndADeletionAreReadAsTheyWereWritten() {
        for line in [
            PruningLine(failure: FolderFailure(.remove, path: "/v/s", errorNumber: 30)),
            PruningLine(deleted: DeletedSession(path: "/v/s", bytes: 7, left: ["/v/s/link"])),
        ] {
            #expect(PruningLine(ownJSON: line.text.text.utf8) == line)
        }
    }
}
