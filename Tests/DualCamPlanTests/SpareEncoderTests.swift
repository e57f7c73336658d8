import DualCamPlanKit
import Testing

@testable import DualCamConfig
@testable import DualCamPlan

/// The same encoder at its fastest preset, which replaces the planned one under load.
@Suite struct SpareEncoderTests {
    private static let back = OutputName("back")

    private static func plan(_ use: String, _ preset: String?) throws -> GraphPlan {
        var pipeline = Fixture.pip()
        (pipeline.encoders.standard.use, pipeline.encoders.standard.preset) = (use, preset)
        let machine = MachineFacts(
            cores: 64, elements: Fixture.elements.union(EncoderCatalog.implementations.flatMap(\.elements)), host: "box"
        )
        return try Planner.plan(Fixture.simulated(pipeline, on: machine))
    }

    /// Hardware encoders have no faster preset, and presets for quality do not count.
    @Test(arguments: [
        ("x264", "medium", "ultrafast"), ("x264", "superfast", "ultrafast"), ("x264", "ultrafast", nil),
        ("x265", "slow", "ultrafast"), ("openh264", "high", "low"), ("openh264", "low", nil), ("vpx-vp9", "4", "9"),
        ("aom-av1", "8", "10"), ("rav1e", "6", "10"), ("svt-av1", "13", nil), ("svt-av1", "8", "12"),
        ("va-h264", "1", nil), ("prores-ks", "hq", nil), ("jpeg", nil, nil),
    ])
    func onlyWhatCanBeFasterHasOne(_ use: String, _ preset: String?, _ fastest: String?) throws {
        let plan = try Self.plan(use, preset)
        let output = try #require(plan.outputs.first { $0.name == Self.back })
        let spare = output.spareEncoding.first?.properties.compactMap { property -> String? in
            switch property.value {
            case .enumeration(_, let nick) where property.name != "end-usage": nick
            case .int(let number) where ["cpu-used", "preset", "speed-preset"].contains(property.name): "\(number)"
            default: nil
            }
        }
        #expect((spare?.contains { $0 == fastest } ?? false) == (fastest != nil), "\(spare ?? [])")
        #expect(plan.slowedByPreset == (fastest == nil ? [] : [Self.back, OutputName("front"), .combined]))
    }

    @Test func itTakesThePlaceAndGivesItBack() throws {
        let planned = try Self.plan("x264", "medium")
        var plan = planned
        plan.encode(Self.back, atFastestPreset: false)
        #expect(plan == planned)
        plan.encode(Self.back, atFastestPreset: true)
        let output = try #require(plan.outputs.first { $0.name == Self.back })
        #expect(output.videoEncoder == "back.encoder-fastest")
        let row = ["back.encoder", "back.parser"]
        #expect(output.spareEncoding == planned.elements.filter { row.contains($0.name) })
        #expect(
            plan.elements.map(\.name)
                == planned.elements.map { row.contains($0.name) ? $0.name + "-fastest" : $0.name })
        let names = Set(plan.elements.map(\.name))
        #expect(plan.links.allSatisfy { names.contains($0.from.element) && names.contains($0.to.element) })
        #expect(plan.slowedByPreset == [OutputName("front"), .combined])
        let again = plan
        plan.encode(Self.back, atFastestPreset: true)
        #expect(plan == again)
        plan.encode(Self.back, atFastestPreset: false)
        #expect(plan == planned)
    }
}
