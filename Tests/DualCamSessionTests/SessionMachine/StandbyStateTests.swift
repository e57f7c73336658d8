import DualCamPlan
import DualCamRecordings
import DualCamTestKit
import Testing

@testable import DualCamSession

@Suite("Session: the take that it stands by for")
struct StandbyStateTests {
    private static let setting = Setting("recording.duration", "10s")

    /// Returns a state in which a take was requested.
    private static func asked() throws -> StandbyState {
        var standby = StandbyState()
        standby.ask(PendingCommand(number: CommandNumber(value: 7), command: try ControlCommand(.record, [])))
        return standby
    }

    @Test func `a take waits for the devices, and for its folder`() throws {
        var standby = try Self.asked()
        #expect(standby.isAsked && standby.due == nil)
        standby.open()
        #expect(standby.due?.number == CommandNumber(value: 7))
        #expect(standby.makeFolder([Self.setting]) == [.act(.makeSession)])
        #expect(standby.due == nil && standby.isMakingFolder)
        standby.folderMade()
        #expect(!standby.isMakingFolder)
    }

    @Test(arguments: [true, false])
    func `it is answered once, and what was to hold for it goes with a refusal`(begins: Bool) throws {
        var standby = try Self.asked()
        standby.open()
        _ = standby.makeFolder([Self.setting])
        let result: Result<ControlAnswer, ControlRefusal> =
            begins ? .success(ControlAnswer(at: .seconds(1))) : .failure(.isOver())
        #expect(standby.answer(result) == [.act(.answer(CommandNumber(value: 7), result))])
        #expect(standby.answer(result) == [])
        #expect(standby.settings == (begins ? [Self.setting] : []) && !standby.isAsked)
    }
}
