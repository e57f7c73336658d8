import Dispatch
import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Session: the sensors' first reading, before anything is opened", .timeLimit(.minutes(10)))
struct FirstReadingTests {
    private let clock = ManualClock()

    /// - Parameter machine: The function that reads the sensors.
    private func executor(_ machine: @escaping @Sendable () -> MachineReading) throws -> ActionExecutor {
        let place = try #require(TemporaryFolder())
        let settings = SessionSettings(outputs: [back])
        let order = SessionOrder(
            settings: settings, description: .sample, directory: place.path, names: try .sample(settings))
        var dependencies = SessionDependencies(clock, FakeSpace(1_000_000_000)) { _ in "" }
        dependencies.machine = machine
        return ActionExecutor(
            graph: FakeGraph(FakeGraph.Script()), place: SessionPlace(directory: place.path), disk: DiskQueue("test"),
            order: order, dependencies: dependencies,
            inputContinuation: AsyncStream<SessionInput>.makeStream().continuation)
    }

    @Test func `a reading that takes longer than two seconds is not waited for`() async throws {
        let gate = DispatchSemaphore(value: 0)
        let executor = try executor {
            gate.wait()
            return MachineReading()
        }
        async let reading = executor.firstReading(SessionClock(clock))
        await clock.reach(.seconds(2))
        #expect(await reading == nil)
        gate.signal()
    }

    @Test func `the seconds before the reading begins do not count`() async throws {
        let gate = DispatchSemaphore(value: 0)
        let executor = try executor { MachineReading(throttleCount: 7) }
        // The thread of the queue is blocked, so nothing is read.
        async let held: Void = executor.sensors.perform { gate.wait() }
        async let reading = executor.firstReading(SessionClock(clock))
        clock.advance(to: .seconds(60))
        gate.signal()
        #expect(await reading?.throttleCount == 7)
        await held
    }
}
