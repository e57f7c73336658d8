import DualCamConfig
import DualCamPlan
import Testing

@Suite("Plan: controls that are set where nothing is written")
struct ImpliedControlTests {
    private static func camera(_ value: Int64?, isInactive: Bool = false) -> [ControlFacts] {
        var priority = ControlFacts(
            0x009A_0903, "exposure_dynamic_framerate", .boolean, 0...1, step: 1, standard: 1, value: value, choices: [])
        priority.isInactive = isInactive
        let brightness = ControlFacts(
            0x0098_0900, "brightness", .integer, -64...64, step: 1, standard: 0, value: 0, choices: [])
        return [brightness, priority]
    }

    @Test func aCameraKeepsItsRateUnlessTheFileSaysOtherwise() {
        let steady = [ControlAssignment(0x009A_0903, "exposure_dynamic_framerate", 0)]
        #expect(Self.camera(1).implied(beside: []) == steady)
        #expect(Self.camera(nil).implied(beside: []) == steady)
        #expect(Self.camera(1).implied(beside: [CameraControl(name: "brightness", value: .whole(3))]) == steady)
        #expect(Self.camera(0).implied(beside: []).isEmpty)
        #expect(Self.camera(1, isInactive: true).implied(beside: []).isEmpty)
        #expect(Array(Self.camera(1).prefix(1)).implied(beside: []).isEmpty)
        for name in ["frame-rate", "exposure_dynamic_framerate"] {
            let wanted = CameraControl(name: name, value: .word("dynamic"))
            #expect(Self.camera(1).implied(beside: [wanted]).isEmpty, "\(name) is written")
        }
    }

    @Test(arguments: [("steady", 0), ("dynamic", 1)] as [(String, Int64)])
    func frameRateIsAPlainWord(word: String, value: Int64) {
        let resolution = ControlResolution([CameraControl(name: "frame-rate", value: .word(word))], on: Self.camera(1))
        #expect(resolution.assignments.map(\.value) == [value])
        #expect(resolution.problems.isEmpty)
        #expect(PlainControl.frameRate.reading(of: Self.camera(value)) == .word(word))
    }

    @Test func anotherWordIsRefusedWithThoseThatItTakes() {
        let resolution = ControlResolution(
            [CameraControl(name: "frame-rate", value: .word("fast"))], on: Self.camera(1))
        #expect(resolution.problems.map(\.hint) == ["write steady or dynamic"])
    }
}
