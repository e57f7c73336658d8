import DualCamConfig
import DualCamPlanKit
import Testing

@testable import DualCamPlan

@Suite struct FrameTimeoutsTests {
    /// An input counts as lost after a second, or after eight frames if the rate is low. Times are in milliseconds.
    @Test(
        arguments: [
            (FrameRate(30), 1000, 60_000, false), (FrameRate(8), 1000, 60_000, false),
            (FrameRate(4), 2000, 60_000, false), (FrameRate(1), 8000, 60_000, false),
            (FrameRate(1, 2), 16_000, 60_000, true), (FrameRate(1, 60), 480_000, 150_000, true),
            (FrameRate(1, 1000), 8_000_000, 2_030_000, true),
        ] as [(FrameRate, Int64, Int64, Bool)])
    func limitsFollowTheInterval(rate: FrameRate, stall: Int64, sound: Int64, isSlow: Bool) {
        let timeouts = FrameTimeouts(slowest: [FrameRate(50), rate])
        #expect(timeouts.stall == .milliseconds(stall))
        #expect(timeouts.limit(.seconds(60)) == .milliseconds(sound))
        #expect(timeouts.isSlow == isSlow)
        #expect(timeouts.isStalled(after: .milliseconds(stall)) && !timeouts.isStalled(after: .milliseconds(stall - 1)))
        #expect(!timeouts.isStalled(after: nil))
    }

    @Test func grabbersMayLockToTheirSignalAgain() {
        #expect(FrameTimeouts(slowest: [FrameRate(30)], isGrabber: true).stall == .seconds(3))
        #expect(FrameTimeouts(slowest: [FrameRate(1)], isGrabber: true).stall == .seconds(8))
    }

    @Test func aCameraThatReturnsGetsMoreTimeAfterEachAttemptInVain() {
        var timeout = ReturnTimeout()
        let limits = (0..<5).map { _ in
            defer { timeout.lengthen() }
            return timeout.current
        }
        #expect(limits == [.seconds(10), .seconds(15), .seconds(22.5), .seconds(30), .seconds(30)])
        timeout.reset()
        #expect(timeout.current == .seconds(10))
    }

    @Test func soundAlwaysFlows() {
        #expect(FrameTimeouts() == FrameTimeouts(slowest: []) && FrameTimeouts().stall == .seconds(1))
    }

    /// A frame is written once the next one has arrived, and a file may begin just after a frame.
    @Test func filesOfSlowCamerasGrowSlowly() {
        #expect(FrameTimeouts(slowest: [FrameRate(30)]).growth(.seconds(5)) == .seconds(5))
        #expect(FrameTimeouts(slowest: [FrameRate(1, 60)]).growth(.seconds(5)) == .milliseconds(182_500))
    }
}

/// The plans of slow cameras.
@Suite struct SlowPlanTests {
    private static func plan(_ rate: FrameRate, combined: FrameRate = FrameRate(30)) throws -> GraphPlan {
        var pipeline = Fixture.pip()
        for index in pipeline.cameras.indices { pipeline.cameras[index].rate = rate }
        pipeline.combined?.rate = combined
        pipeline.encoders.standard.use = "x264"
        pipeline.encoders.standard.preset = "veryfast"
        return try Planner.plan(Fixture.simulated(pipeline))
    }

    private static func value(_ property: String, of name: String, in plan: GraphPlan) -> String? {
        plan.everyElement.first { $0.name == name }?.properties.first { $0.name == property }?.value.text
    }

    /// Frames that an encoder holds for its lookahead are not on the disk. At one frame per minute, ten frames were ten
    /// minutes.
    @Test(arguments: [(FrameRate(30), "10"), (FrameRate(5), "5"), (FrameRate(1), "1"), (FrameRate(1, 2), "0")])
    func anEncoderLooksAheadForASecondAtMost(rate: FrameRate, frames: String) throws {
        #expect(Self.value("rc-lookahead", of: "back.encoder", in: try Self.plan(rate)) == frames)
    }

    /// The muxer holds the sound until the next frame; sound that does not fit into the queue is lost.
    @Test(arguments: [(FrameRate(30), "60000000000", "32000000"), (FrameRate(1, 60), "150000000000", "80000000")])
    func soundWaitsForTheNextFrame(rate: FrameRate, length: String, bytes: String) throws {
        let plan = try Self.plan(rate)
        #expect(Self.value("max-size-time", of: "back.file-audio", in: plan) == length)
        #expect(Self.value("max-size-bytes", of: "back.file-audio", in: plan) == bytes)
    }

    /// A combined picture with one frame per minute must not wait for late cameras that long. It must have no
    /// `videorate`, which holds each frame until the next one.
    @Test(arguments: [(FrameRate(30), true), (FrameRate(1), true), (FrameRate(1, 60), false)])
    func aSlowCombinedPictureIsNotKeptBack(rate: FrameRate, isSpaced: Bool) throws {
        let plan = try Self.plan(FrameRate(30), combined: rate)
        #expect(plan.elements.contains { $0.factory == "videorate" && $0.name == "combined.rate" } == isSpaced)
        #expect(plan.timeouts(of: .mixer).frame == .nanoseconds(rate.frameNanoseconds))
    }

    @Test func eachInputHasItsOwnTimeouts() throws {
        let plan = try Self.plan(FrameRate(1, 60))
        #expect(plan.timeouts(of: InputName("back")).stall == .seconds(480))
        #expect(plan.timeouts(of: .microphone) == FrameTimeouts())
    }
}
