import DualCamRecordings
import DualCamTestKit
import Testing

@testable import DualCamControl
@testable import DualCamEditing
@testable import DualCamProcess
@testable import DualCamWorker

/// The limits of orders from clients of the control interface.
@Suite struct RenderOrderTests {
    /// Records that are too large for a process that records are left to the job.
    @Test func tooLargeRecordsAreNotRead() throws {
        let folder = try MakingWorkTests.session(tracks: "[]")
        let order = Job.Order(.export, "take", arguments: ["as": "square", "to": "1h"])
        let place = ProcessEnvironment.ofThisProcess(environment: TestHome.nowhere)
        #expect(MediaProcess.problem(of: order, in: folder.path, place)?.isRefusal == true)
        let blanks = String(repeating: " ", count: Int(SessionRecord.largestWhileRecording))
        folder.write(try #require(folder.text("take/session.json")) + blanks, to: "take/session.json")
        #expect(MediaProcess.problem(of: order, in: folder.path, place) == nil)
    }

    /// A client names a template, not a file of this machine.
    @Test func templatesOfClientsAreNoFiles() throws {
        let folder = try #require(TemporaryFolder())
        folder.write("name: mine\n", to: "mine.yaml")
        let order = RenderOrder(.export, of: "/films/take", ["as": .string(folder.path + "/mine.yaml")])
        let place = ProcessEnvironment.ofThisProcess(environment: TestHome.nowhere)
        #expect {
            try order.check(in: place)
        } throws: { ($0 as? CommandFailure)?.forInterface.message.hasPrefix("'as': there is no template") == true }
    }

    /// The name of a document's file never reaches the command.
    @Test func documentsOfClientsAreNoFiles() throws {
        let order = RenderOrder(.compose, of: "/films/take", ["edit": "/etc/passwd", "switch-at-marks": true])
        let command = try #require(try order.command() as? ComposeCommand)
        #expect(command.edit == nil && command.atMarks)
    }
}
