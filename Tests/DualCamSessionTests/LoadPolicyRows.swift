import DualCamConfig
import DualCamPlan

@testable import DualCamSession

/// What goes before frames: presets and previews.
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
