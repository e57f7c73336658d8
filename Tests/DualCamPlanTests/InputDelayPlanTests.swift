import DualCamConfig
import DualCamPlanKit
import Testing

@testable import DualCamPlan

@Suite struct InputDelayPlanTests {
    private static func plan(back: Double, front: Double, sound: Double = 0) throws -> GraphPlan {
        var pipeline = Fixture.pip()
        pipeline[name: "back"]?.delay = InputDelay(milliseconds: back)
        pipeline[name: "front"]?.delay = InputDelay(milliseconds: front)
        pipeline.microphone?.delay = InputDelay(milliseconds: sound)
        return try Planner.plan(Fixture.simulated(pipeline))
    }

    private static func number(_ name: String, of element: String, in plan: GraphPlan) -> Int64? {
        let property = plan.elements.first { $0.name == element }?.properties.first { $0.name == name }
        if case .int(let number)? = property?.value { return number }
        return nil
    }

    private typealias Case = (back: Double, front: Double, latency: Int64, queues: [Int64])

    /// At 30 frames per second the combined picture waits 200 ms, which is six frames; two more are being processed.
    /// The wait grows by the largest negative delay, because that camera's pictures arrive late. Each queue holds as
    /// much more as its camera is ahead of that one.
    private static let cases: [Case] = [
        (0, 0, 199_999_998, [8, 8]), (500, 0, 199_999_998, [23, 8]), (-200, 0, 399_999_996, [8, 14]),
        (-100, 100, 299_999_997, [8, 14]),
    ]

    @Test(arguments: cases.indices) func theMixerWaitsForTheEarliest(_ index: Int) throws {
        let (back, front, latency, queues) = Self.cases[index]
        let plan = try Self.plan(back: back, front: front)
        #expect(Self.number("latency", of: PictureScene.mixer, in: plan) == latency)
        #expect(
            ["back", "front"].map { Self.number("max-size-buffers", of: "combined.input-\($0)", in: plan) } == queues)
    }

    /// A change during the recording enlarges the queues as a plan would; queues never shrink.
    @Test func aChangeMakesRoom() throws {
        var plan = try Self.plan(back: 0, front: 0)
        plan.delay(InputName("back"), by: -200_000_000)
        let changes = plan.makeRoomForDelays().map { "\($0.element).\($0.property.name)=\($0.property.value.text)" }
        #expect(
            Set(changes) == [
                "combined.input-front.max-size-buffers=14", "\(PictureScene.mixer).latency=399999996",
            ])
        plan.delay(InputName("back"), by: 0)
        let less = plan.makeRoomForDelays()
        #expect(less.isEmpty)
    }

    @Test func thePlanSaysWhatIsMadeLater() throws {
        let plan = try Self.plan(back: 80, front: -40, sound: 5)
        #expect(
            plan.notes.filter { $0.contains("ms") } == [
                "Camera back is made 80ms later.", "Camera front is made 40ms earlier.",
                "The microphone is made 5ms later.",
                "The combined picture waits 40ms more for the camera that is made earliest.",
            ])
        #expect(plan.inputs.map(\.delay).max() == 80_000_000)
        #expect(plan.sounds.map(\.delay) == [5_000_000])
    }
}

extension Pipeline {
    fileprivate subscript(name name: String) -> Camera? {
        get { cameras.first { $0.name == name } }
        set {
            for index in cameras.indices where cameras[index].name == name {
                if let newValue { cameras[index] = newValue }
            }
        }
    }
}
