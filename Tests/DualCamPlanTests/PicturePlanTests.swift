import DualCamConfig
import DualCamPlanKit
import Testing

@testable import DualCamPlan

/// The pictures that dualcam's own mixer draws.
@Suite struct PicturePlanTests {
    private func plan(_ change: (inout Combined) -> Void) throws -> GraphPlan {
        var pipeline = Fixture.pip()
        if var combined = pipeline.combined {
            change(&combined)
            pipeline.combined = combined
        }
        return try Planner.plan(Fixture.simulated(pipeline))
    }

    @Test func theCompositorIsToldByItsPads() throws {
        let plan = try plan { $0.mixer = .compositor }
        #expect(plan.picture == nil)
        #expect(plan.elements.first { $0.name == "combined.mixer" }?.factory == "compositor")
    }

    @Test func anInsetHasItsFrameAndOpacity() throws {
        let plan = try plan { combined in
            (combined.inset.radius, combined.inset.border, combined.inset.shadow) = (24, 4, 16)
            (combined.inset.opacity, combined.background) = (.percent(75), .white)
        }
        let main = PictureLayerPlan(
            feed: PadReference("combined.input-back", "src"),
            source: RealRectangle(x: 0, y: 0, width: 1920, height: 1080),
            target: RealRectangle(x: 0, y: 0, width: 1920, height: 1080))
        let inset = PictureLayerPlan(
            feed: PadReference("combined.input-front", "src"),
            source: RealRectangle(x: 0, y: 0, width: 1280, height: 720),
            target: RealRectangle(x: 1420, y: 790, width: 480, height: 270), opacity: 0.75,
            frame: PictureFramePlan(radius: 24, border: 4, shadow: 16, isFullRange: false))
        #expect(
            plan.picture
                == PicturePlan(mixer: "combined.mixer", background: .white, layers: [main, inset], insets: 1))
        let mixer = try #require(plan.elements.first { $0.name == "combined.mixer" })
        #expect(mixer.factory == "dualcammixer")
        #expect(mixer.properties.map(\.name) == ["force-live", "ignore-inactive-pads", "latency"])
        let links = plan.links.filter { $0.to.element == "combined.mixer" }
        #expect(links.count == 2 && links.flatMap(\.sinkPadProperties).isEmpty)
    }

    /// Both mixers draw the same cells and crop in the same way.
    @Test(
        arguments: [LayoutName.pip, .stacked, .sideBySide, .dominant, .grid, .frontPrimary, .backPrimary], Fit.allCases)
    func bothMixersDrawInTheSamePlaces(_ layout: LayoutName, _ fit: Fit) throws {
        let stock = try plan { ($0.mixer, $0.layout, $0.fit) = (.compositor, layout, fit) }
        let own = try plan { ($0.layout, $0.fit) = (layout, fit) }
        let pads = stock.links.filter { $0.to.element == "combined.mixer" }
        let places = pads.map { link in
            ["xpos", "ypos", "width", "height"].map { name in link.sinkPadProperties.first { $0.name == name }?.value }
        }
        let layers = try #require(own.picture).layers
        let drawn = layers.map { [$0.target.x, $0.target.y, $0.target.width, $0.target.height] }
        #expect(places == drawn.map { $0.map { .int(Int64($0)) } })
        #expect(pads.map { PadReference($0.from.element, "src") } == layers.map(\.feed))
    }

    /// In a full-range picture (0...255), white is 255.
    @Test func aFrameKnowsTheRange() throws {
        var pipeline = Fixture.pip()
        pipeline.combined?.inset.border = 2
        pipeline.recording.container = .mkv
        pipeline.encoders.standard.use = "x264"
        var inputs = Fixture.simulated(pipeline)
        for index in inputs.cameras.indices {
            let size = pipeline.cameras[index].size
            let mode = Fixture.mode(.mjpeg, size.width, size.height, [FrameRate(30)])
            inputs.cameras[index].source = .device(Fixture.device(index, [mode]), mode: mode, rate: FrameRate(30))
        }
        let plan = try Planner.plan(inputs)
        #expect(plan.picture?.layers.last?.frame?.isFullRange == true)
    }
}
