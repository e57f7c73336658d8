import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Session: a life that only goes forward")
struct LifecycleTests {
    /// Returns the lifecycle of a session in a phase.
    private static func life(in phase: Phase) -> Lifecycle {
        var life = Lifecycle(standsBy: phase == .standby)
        life.enter(phase)
        return life
    }

    @Test(arguments: [
        (Phase.standby, StopReason.request, Lifecycle.Stop.cancels), (.standby, .reload, .cancels),
        (.preparing, .interrupt, .cancels), (.preparing, .reload, .ignored),
        (.running, .interrupt, .halts), (.running, .reload, .ignored),
        (.finishing, .interrupt, .hastens), (.finishing, .reload, .ignored),
        (.finished, .interrupt, .ignored),
    ])
    func `what a request to stop comes to`(phase: Phase, reason: StopReason, expected: Lifecycle.Stop) {
        #expect(Self.life(in: phase).stop(reason) == expected)
    }

    @Test func `a take that is asked for is not given up for another pipeline file`() throws {
        var life = Self.life(in: .standby)
        life.standby.ask(PendingCommand(number: .ofItself, command: try ControlCommand(.record, [])))
        #expect(life.stop(.reload) == .ignored)
        #expect(life.stop(.request) == .cancels)
    }

    @Test func `the end is hastened once`() {
        var life = Self.life(in: .running)
        life.finish(.interrupt, .files)
        #expect(life.phase == .finishing && life.reason == .interrupt)
        #expect(life.stop(.interrupt) == .hastens)
        life.hasten()
        #expect(life.stop(.interrupt) == .ignored)
    }

    @Test func `what is past does not come back`() {
        var life = Self.life(in: .running)
        life.enter(.preparing)
        #expect(life.phase == .running)
        life.finish(.request, .files)
        life.go(to: .inspecting)
        life.go(to: .closing)
        #expect(life.ending == .inspecting)
    }

    @Test func `it begins once, and the graph is opened once`() {
        var life = Self.life(in: .standby)
        #expect(life.openGraph() && !life.openGraph())
        #expect(!life.hasStarted && !life.hasBegun)
        #expect(life.begin() && !life.begin())
        var other = Self.life(in: .preparing)
        other.start()
        #expect(other.hasGraph && other.hasStarted)
    }

    @Test func `it stands by with open devices, until a take begins`() {
        var life = Self.life(in: .standby)
        #expect(!life.isStanding)
        life.standby.open()
        #expect(life.isStanding)
        life.enter(.preparing)
        #expect(!life.isStanding)
    }
}
