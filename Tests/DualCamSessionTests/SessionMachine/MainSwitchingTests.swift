import DualCamConfig
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Session: the main camera that changes by itself")
struct MainSwitchingTests {
    private static func cast(_ main: String) -> MainSwitching.Cast {
        MainSwitching.Cast(main: main, every: .seconds(10), cameras: ["back", "front", "side"])
    }

    @Test func `it changes after the interval, to the next that is there`() {
        var switching = MainSwitching()
        #expect(switching.schedule(Self.cast("back"), at: .seconds(3)).words == ["arm switching 13.0"])
        #expect(switching.schedule(Self.cast("back"), at: .seconds(5)).words == ["arm switching 13.0"])
        let early = switching.change(Self.cast("back"), away: [], at: .seconds(12))
        #expect(early.effects.words == ["arm switching 13.0"] && early.next == nil)
        let change = switching.change(Self.cast("back"), away: ["front"], at: .seconds(13))
        #expect(change.effects.words == ["arm switching 23.0"] && change.next == "side")
    }

    @Test func `the interval counts from when a camera became the main one, and again behind a pause`() {
        var switching = MainSwitching()
        _ = switching.schedule(Self.cast("back"), at: .seconds(3))
        #expect(switching.schedule(Self.cast("front"), at: .seconds(8)).words == ["arm switching 18.0"])
        #expect(switching.schedule(nil, at: .seconds(9)).words == ["disarm switching"])
        #expect(switching.schedule(Self.cast("front"), at: .seconds(12)).words == ["arm switching 22.0"])
    }

    @Test func `why it does not change is said once, until it works again`() {
        var switching = MainSwitching()
        let refusal = ControlRefusal(.notNow, "The camera is away.", advice: "Wait.")
        let words = ["warn switch: The main camera does not change by itself: The camera is away. Wait."]
        #expect(switching.refused(refusal).words == words)
        #expect(switching.refused(refusal) == [])
        switching.succeeded()
        #expect(switching.refused(refusal).words == words)
    }
}
