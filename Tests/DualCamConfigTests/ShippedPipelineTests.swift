import FoundationEssentials
import Testing

@testable import DualCamConfig

@Suite struct ShippedPipelineTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Pipelines")

    private static func load(_ name: String) throws -> LoadedPipeline {
        let bytes = Array(try Data(contentsOf: folder.appending(path: name)))
        return try PipelineLoader.load(bytes, named: name, context: context)
    }

    @Test func theReferenceIsTheDefaults() throws {
        var defaults = Pipeline(cameras: [Camera(name: "back"), Camera(name: "front")])
        defaults.combined = Combined()
        defaults.recording.directory = "/home/ada/Videos/DualCam"
        #expect(try Self.load("reference.yaml").pipeline == defaults)
    }

    /// Finds properties of a section that are missing in the reference file.
    @Test(
        arguments: [
            ("", Pipeline(cameras: [])), ("cameras.back.", Camera(name: "")), ("microphone.", Microphone()),
            ("combined.", Combined()), ("combined.inset.", Inset()), ("combined.motion.", Motion()),
            ("combined.transition.", Transition()), ("combined.switch.", Switching()), ("encoders.", Encoders()),
            ("encoders.default.", EncoderSettings()), ("encoders.audio.", AudioEncoderSettings()),
            ("recording.", Recording()), ("storage.", Storage()), ("budget.", Budget()), ("thermal.", Thermal()),
            ("battery.", BatteryLimits()),
            ("supervision.", Supervision()), ("hooks.", Hooks()), ("machine.", Machine()),
        ] as [(String, any Sendable)])
    func theReferenceHasEveryKey(prefix: String, section: any Sendable) throws {
        let renamed = [
            "standard": "default", "outputs": prefix == "encoders." ? "combined" : "outputs",
            "controlPresets": "controls", "microphones": "microphone", "switching": "switch",
            "picked": "channels", "camera": prefix == "microphone." ? "of" : "camera",
        ]
        let properties = Mirror(reflecting: section).children.compactMap(\.label)
        let keys = properties.map { prefix + (renamed[$0] ?? kebab($0)) }.filter {
            ![
                "hooks.actions", "cameras.back.name", "microphone.name", "encoders.default.preset-use",
                "combined.safe-area",
            ].contains($0)
        }
        let given = Set(try Self.load("reference.yaml").written.givenKeys)
        #expect(keys.filter { !given.contains($0) } == [])
    }

    @Test func pip() throws {
        let pipeline = try Self.load("pip.yaml").pipeline
        #expect(
            pipeline.cameras.map { "\($0.name) \($0.size) \($0.rate)" } == ["back 1920x1080 30", "front 1280x720 30"])
        #expect(pipeline.combined?.layout == .pip)
        #expect(pipeline.outputs == [OutputName("back"), OutputName("front"), .combined])
        for output in pipeline.outputs {
            #expect(pipeline.encoders.settings(for: output).use == "x264")
            #expect(pipeline.encoders.settings(for: output).speed == .fastest)
        }
    }

    @Test(arguments: [
        ("stacked.yaml", LayoutName.stacked, 2), ("side-by-side.yaml", .sideBySide, 2), ("dominant.yaml", .dominant, 2),
        ("grid.yaml", .grid, 4), ("interview.yaml", .pip, 2), ("lecture.yaml", .custom("desk"), 2),
        ("lab.yaml", nil, 3),
    ])
    func theOthersLoad(name: String, layout: LayoutName?, cameras: Int) throws {
        let pipeline = try Self.load(name).pipeline
        #expect(pipeline.combined?.layout == layout)
        #expect(pipeline.cameras.count == cameras)
    }

    @Test func everyShippedFileIsTested() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(
            files.sorted() == [
                "dominant.yaml", "grid.yaml", "interview.yaml", "lab.yaml", "lecture.yaml", "pip.yaml",
                "reference.yaml",
                "side-by-side.yaml", "stacked.yaml",
            ])
    }

    private func kebab(_ name: String) -> String {
        name.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
    }
}
