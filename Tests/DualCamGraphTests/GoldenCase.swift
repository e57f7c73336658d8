@testable import DualCamConfig
import DualCamPlan

/// A reference picture and what it shows.
struct GoldenCase: Sendable {
    /// The file name without `.png`.
    let name: String
    let plan: PicturePlan
    /// The overlays on the picture.
    let overlays: [OverlayPlan]

    init?(_ name: String, _ change: (inout Pipeline, inout Combined) -> Void) {
        guard let scene = GoldenRenderer.scene(Self.pipeline(change)), let plan = scene.picture else { return nil }
        (self.name, self.plan, overlays) = (name, plan, scene.overlays)
    }

    private init(_ name: String, _ plan: PicturePlan) { (self.name, self.plan, overlays) = (name, plan, []) }

    /// Returns a pipeline with four cameras: picture-in-picture of `people` with `chart` in the corner, before
    /// `change`.
    private static func pipeline(_ change: (inout Pipeline, inout Combined) -> Void) -> Pipeline {
        var pipeline = Pipeline(cameras: GoldenRenderer.cameras.map { Camera(name: $0) })
        var combined = Combined()
        (combined.mixer, combined.size) = (.dualcam, GoldenRenderer.size)
        combined.inset.margin = 48
        change(&pipeline, &combined)
        pipeline.combined = combined
        return pipeline
    }

    /// All cases, in the order of the contact sheet.
    static let all = layouts + insets + looks + sliders + tables + transitions + lettered

    static let layouts: [GoldenCase] =
        [LayoutName.pip, .stacked, .sideBySide, .dominant, .frontPrimary, .backPrimary, .grid].compactMap { layout in
            GoldenCase("layout-\(layout)") { $1.layout = layout }
        }
        + [
            GoldenCase("layout-own") { pipeline, combined in
                let rectangles = zip(GoldenRenderer.cameras, [(0.0, 0.0, 70.0), (60, 55, 40), (5, 60, 30)]).map {
                    LayoutRectangle(
                        camera: $0, x: .percent($1.0), y: .percent($1.1), width: .percent($1.2),
                        height: .percent($1.2))
                }
                pipeline.layouts = [CustomLayout(name: "own", rectangles: rectangles)]
                (combined.layout, combined.background) = (.custom("own"), .checker)
            },
            GoldenCase("layout-contain") { ($1.layout, $1.fit, $1.background) = (.stacked, .contain, .white) },
            GoldenCase("layout-zoomed") { pipeline, _ in
                pipeline.cameras[0].zoom = 2.5
                pipeline.cameras[0].zoomCentre = Point(x: .percent(38), y: .percent(40))
            },
        ].compactMap(\.self)

    static let insets: [GoldenCase] =
        Corner.allCases.compactMap { corner in
            GoldenCase("inset-\(corner.rawValue)") { _, combined in
                combined.inset.position = .corner(corner)
                (combined.inset.radius, combined.inset.border, combined.inset.shadow) = (72, 12, 72)
            }
        }
        + [
            GoldenCase("inset-round") { $1.inset.radius = 400 },
            GoldenCase("inset-border") { ($1.inset.border, $1.inset.size) = (30, .percent(40)) },
            GoldenCase("inset-shadow") { ($1.inset.shadow, $1.inset.size, $1.main) = (180, .percent(40), "side") },
            GoldenCase("inset-opacity") { _, combined in
                (combined.inset.radius, combined.inset.size) = (120, .percent(60))
                combined.inset.opacity = .percent(50)
            },
        ].compactMap(\.self)

    static let looks: [GoldenCase] =
        LookName.allCases.compactMap { look in
            GoldenCase("look-\(look.rawValue)") { ($1.layout, $1.look) = (Self.alone(&$0), Look(.named(look))) }
        }
        + [
            GoldenCase("look-half-cinematic") { pipeline, combined in
                combined.layout = alone(&pipeline)
                combined.look = Look(.named(.cinematic), intensity: .percent(50))
            },
            GoldenCase("look-of-a-camera") { pipeline, combined in
                pipeline.cameras[1].look = Look(.named(.noir))
                (combined.look, combined.inset.size) = (Look(.named(.warm)), .percent(40))
            },
        ].compactMap(\.self)

    static let sliders: [GoldenCase] = [
        slid("exposure") { $0.exposure = 1 }, slid("contrast-up") { $0.contrast = .percent(50) },
        slid("contrast-down") { $0.contrast = .percent(-50) }, slid("saturation-up") { $0.saturation = .percent(60) },
        slid("saturation-down") { $0.saturation = .percent(-60) }, slid("temperature-up") { $0.temperature = 60 },
        slid("temperature-down") { $0.temperature = -60 },
    ].compactMap(\.self)

    private static func slid(_ name: String, _ slide: (inout Adjustment) -> Void) -> GoldenCase? {
        GoldenCase("adjust-\(name)") { pipeline, combined in
            combined.layout = alone(&pipeline)
            slide(&combined.adjust)
        }
    }

    static let tables: [GoldenCase] = [
        ("curves", ColourTable.Shape.curves(9)), ("cube", .cube(5)),
    ].compactMap { name, shape in
        guard let table = table(shape) else { return nil }
        return GoldenCase("table-\(name)") { ($1.layout, $1.look) = (Self.alone(&$0), Look(.table(table))) }
    }

    /// Returns a colour table that makes red darker and blue brighter; a cube also exchanges red and green.
    private static func table(_ shape: ColourTable.Shape) -> ColourTable? {
        let values = (0..<shape.rows).flatMap { row -> [Float] in
            let (count, isCube): (Int, Bool) =
                switch shape {
                case .curves(let count): (count, false)
                case .cube(let side): (side, true)
                }
            let places = isCube ? [row % count, row / count % count, row / count / count] : [row, row, row]
            let x = places.map { Float($0) / Float(count - 1) }
            return [isCube ? x[1] : x[0] * x[0], isCube ? x[0] * x[0] : x[1], x[2].squareRoot()]
        }
        return ColourTable(shape, domain: [0...1, 0...1, 0...1], values: values)
    }

    /// Makes the first camera fill the picture, so that no other one is visible.
    private static func alone(_ pipeline: inout Pipeline) -> LayoutName {
        let whole = Share.percent(100)
        let rectangle = LayoutRectangle(
            camera: "back", x: .percent(0), y: .percent(0), width: whole, height: whole)
        pipeline.layouts = [CustomLayout(name: "alone", rectangles: [rectangle])]
        return .custom("alone")
    }

    /// The transitions from `people` to `rays`, half way, with insets on top.
    static let transitions: [GoldenCase] = Transition.Kind.allCases.filter { $0 != .cut }.compactMap { kind in
        let (start, end) = (Self.pipeline { _, combined in combined.main = "back" }, Self.pipeline { $1.main = "desk" })
        guard let from = GoldenRenderer.plan(start), let to = GoldenRenderer.plan(end) else { return nil }
        let sizes = GoldenRenderer.sizes(start)
        let change = PictureChange.transition(Transition(kind, duration: .seconds(1), easing: .linear))
        let animation = PictureAnimation(
            change, from: from, to: to, canvas: GoldenRenderer.size, sizes: sizes, rate: FrameRate(30))
        // Half way through a flip, the picture is only a line, so an earlier frame is used.
        return GoldenCase("transition-\(kind.rawValue)", animation.plan(ofFrame: kind == .flip ? 8 : 14))
    }
}
