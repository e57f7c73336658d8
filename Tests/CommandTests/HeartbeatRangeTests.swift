import DualCamSession
import Testing

@testable import DualCamSupervision
@testable import DualCamCommands

@Suite struct HeartbeatRangeTests {
    private static func line(_ change: (inout Heartbeat) -> Void) throws -> [UInt8] {
        var beat = Heartbeat()
        beat.outputs = [Heartbeat.Output(name: "back", frames: 1, dropped: 0, bytes: 1)]
        change(&beat)
        return Array(try beat.line().utf8)
    }

    @Test("A heartbeat with a number that cannot be is none, and what can be is one")
    func ranges() throws {
        #expect(Heartbeat(line: try Self.line { $0.freeBytes = .max }) != nil)
        #expect(Heartbeat(line: try Self.line { $0.recorded = 1e300 }) == nil)
        #expect(Heartbeat(line: try Self.line { $0.recorded = -1 }) == nil)
        #expect(Heartbeat(line: try Self.line { $0.outputs[0].frames = .max }) == nil)
        #expect(Heartbeat(line: try Self.line { $0.outputs[0].bytes = .min }) == nil)
        #expect(Heartbeat(line: try Self.line { $0.repeated = .max }) == nil)
        #expect(Heartbeat(line: try Self.line { $0.load = 1e9 }) == nil)
        #expect(Heartbeat(line: try Self.line { $0.began = .max }) == nil)
    }
}
