import DualCamConfig
import DualCamPlan
import DualCamTestKit

@testable import DualCamSession

/// Cases in which presets and previews are shed before frames.
extension LoadPolicyTests {
    static let presets = [
        Row(
            scenario: "worse pictures come before fewer frames, and the preview after them",
            scene: scene(isolated: 2) { ($0.ground.presets, $0.ground.previews) = (true, true) }, seconds: 12,
            steps: ["4.0 shed preset 0 (load)", "7.0 shed preview 0 (load)", "10.0 shed combined-rate 2/3 (load)"]),
        Row(
            scenario: "the planned presets come back when there is room",
            scene: scene(combined: 0.4, isolated: 0.6) {
                ($0.ground.presets, $0.others) = (true, [(10, 1.2), (13, 0)])
            }, seconds: 40, steps: ["12.0 shed preset 0 (load)", "24.0 restore preset 0 (load)"]),
        Row(
            scenario: "encoders far behind lose their presets and their frames at once",
            scene: scene {
                ($0.ground.presets, $0.queues, $0.pace) = (true, [(5, back, 0.9)], 0.5)
            }, seconds: 6,
            steps: [
                "5.25 shed preset 0 (queue)", "5.25 shed combined-rate 2/3 (queue)",
                "5.25 shed combined-rate 1/2 (queue)", "5.25 shed combined-rate 1/3 (queue)",
                "5.25 shed isolated-rate 2/3 (queue)", "5.25 shed isolated-rate 1/2 (queue)",
                "5.25 shed isolated-rate 1/3 (queue)",
            ]),
    ]

    /// A combined picture that is encoded at a third of its rate. Previously, it lost a second of frames at once and
    /// then rested until the end.
    static let combinedAlone = [
        Row(
            scenario: "a combined picture far behind falls to what its encoder bears, and has time to catch up",
            scene: scene {
                ($0.queues, $0.combinedPace) = ([(5, .combined, 0.9), (6.5, .combined, 0.1)], 0.4)
            }, seconds: 9,
            steps: [
                "5.25 shed combined-rate 2/3 (queue)", "5.25 shed combined-rate 1/2 (queue)",
                "5.25 shed combined-rate 1/3 (queue)",
            ]),
        Row(
            scenario: "it falls to a sixth and rests where that did not help",
            scene: scene { ($0.queues, $0.combinedPace) = ([(5, .combined, 0.9)], 0.4) }, seconds: 10,
            steps: [
                "5.25 shed combined-rate 2/3 (queue)", "5.25 shed combined-rate 1/2 (queue)",
                "5.25 shed combined-rate 1/3 (queue)", "6.75 shed combined-rate 1/4 (queue)",
                "6.75 shed combined-rate 1/6 (queue)", "8.25 shed combined-preset 1/2 (queue)",
                "8.75 shed combined 0 (queue)",
            ]),
    ]

    static let previews = [
        Row(
            scenario: "what is watched goes before anything that is recorded",
            scene: scene(isolated: 2) { $0.ground.previews = true }, seconds: 12,
            steps: [
                "4.0 shed preview 0 (load)", "7.0 shed combined-rate 2/3 (load)", "10.0 shed combined-rate 1/2 (load)",
            ]),
        Row(
            scenario: "also where the list does not name it", budget: budget(0.9, .combined),
            scene: scene(isolated: 2) { $0.ground.previews = true }, seconds: 9,
            steps: ["4.0 shed preview 0 (load)", "7.0 shed combined 0 (load)"]),
        Row(
            scenario: "it comes back when there is room",
            scene: scene(combined: 0.4, isolated: 0.6) {
                ($0.ground.previews, $0.others) = (true, [(10, 1.2), (13, 0)])
            }, seconds: 40, steps: ["12.0 shed preview 0 (load)", "24.0 restore preview 0 (load)"]),
    ]
}
