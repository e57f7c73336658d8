import DualCamConfig
import DualCamPlanKit
import Testing

@testable import DualCamPlan

/// The mixer only gets colours that GStreamer keeps. GStreamer replaces colours without a matrix, and the caps would
/// then refuse the picture. Matroska stores only the range of a VP8 clip, MOV may lack only the matrix, and a driver
/// may report anything.
@Suite struct UnsaidColourTests {
    private static func colours(_ source: CameraSource, _ size: FrameSize) throws -> [String] {
        var pipeline = Fixture.pip()
        for index in pipeline.cameras.indices { pipeline.cameras[index].size = size }
        var inputs = Fixture.simulated(pipeline)
        inputs.cameras = pipeline.cameras.map { CameraFacts(name: $0.name, source: source) }
        let plan = try Planner.plan(inputs)
        return plan.elements.flatMap { element in
            element.properties.compactMap { property -> String? in
                guard case .caps(let caps) = property.value else { return nil }
                return caps.fields.first { $0.name == "colorimetry" }.map { "\(element.name) \($0.value)" }
            }
        }
    }

    @Test(arguments: ["2:0:0:0", "1:0:0:0", "2:0:5:1", "2:1:7:1", "0:0:0:0", "2:3"])
    func aColourWithoutAMatrixIsTheOneThatGStreamerAssumes(_ said: String) throws {
        var clip = Fixture.clip
        clip.video?.colorimetry = said
        clip.video?.size = FrameSize(width: 640, height: 480)
        let small = try Self.colours(.clip(clip), FrameSize(width: 640, height: 480))
        #expect(small.contains { $0.hasPrefix("combined.caps ") && $0.contains("bt601") }, "\(small)")
        #expect(small.allSatisfy { $0.contains("bt601") }, "\(small)")
        var mode = Fixture.mode(.raw("YUY2"), 1920, 1080, [FrameRate(30)])
        mode.colorimetry = said
        let device = CameraSource.device(Fixture.device(0, [mode]), mode: mode, rate: FrameRate(30))
        let large = try Self.colours(device, FrameSize(width: 1920, height: 1080))
        #expect(large.contains { $0.hasPrefix("combined.caps ") && $0.contains("bt709") }, "\(large)")
        #expect(large.allSatisfy { $0.contains("bt709") }, "\(large)")
    }

    /// Complete colours are kept.
    @Test(arguments: ["bt709", "bt601", "1:4:0:0", "2:3:5:1", "0:4:0:0"]) func aColourThatIsSaidIsKept(_ said: String) {
        let size = FrameSize(width: 640, height: 480)
        #expect(Colour.seen(said, in: size, chromaSite: nil).colorimetry == said)
    }
}
