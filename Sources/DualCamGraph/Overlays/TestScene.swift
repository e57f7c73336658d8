internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Glibc
internal import Mixer

/// The moving content of a test camera's picture, drawn over the camera's background.
struct TestScene: Sendable {
    private let plan: TestScenePlan
    private let discs: [(stamp: PictureStamp, disc: TestScenePlan.Disc)]
    /// The strip behind the blocks that show the frame number; `nil` if the test picture has no such strip.
    private let strip: PlacedStamp?
    private let letters: OverlayRenderer

    init(_ plan: TestScenePlan) throws(GraphFailure) {
        self.plan = plan
        letters = OverlayRenderer(clocks: OverlayClocks(runningTime: { nil }, recorded: { $0 }))
        discs = TestScenePlan.discs.compactMap { disc in
            let radius = disc.size * Double(plan.size.height) / 2
            var style = LetterStyle(font: "Sans", size: 1, colour: PaintedColour(.white))
            (style.plate, style.padding, style.radius) = (style.colour, radius, radius)
            return Self.plate(1, style, disc.opacity, plan.space).map { ($0, disc) }
        }
        strip = plan.overlays.last.flatMap { time in
            // The strip extends under the rounded corners of the time's background.
            let width = plan.counter + Int(time.plateRadius - 2 * time.platePadding)
            var style = time.style
            style.radius = 0
            return Self.plate(width, style, 1, plan.space).map {
                PlacedStamp($0, x: 0, y: (plan.size.height - $0.height) & ~1)
            }
        }
        try letters.prepare(plan.overlays).show(from: .min)
    }

    private static func plate(
        _ width: Int, _ style: LetterStyle, _ opacity: Double, _ space: PictureSpace
    ) -> PictureStamp? {
        LetterImage(plateOf: width, style).flatMap {
            PictureStamp($0, opacity: opacity, red: space.red, blue: space.blue, isFullRange: space.isFullRange)
        }
    }

    /// Installs two probes around the element that draws a frame counter. One draws the moving discs before the counter
    /// is drawn; the other draws the texts afterwards.
    func install(around counter: Element) throws {
        try counter.pad("sink").addProbe(.buffers) { [self] info in
            if let time = info.runningTime { _ = info.draw(ground(at: Double(time) / 1e9)) }
            return .pass
        }
        letters.install(on: try counter.pad("src")) { _ in }
    }

    private func ground(at seconds: Double) -> [PlacedStamp] {
        discs.map { placed($0.stamp, $0.disc, at: seconds + plan.lead) } + (strip.map { [$0] } ?? [])
    }

    /// Returns a disc of the test picture at its position. The disc moves back and forth; at most half of it is outside
    /// the picture.
    private func placed(_ stamp: PictureStamp, _ disc: TestScenePlan.Disc, at seconds: Double) -> PlacedStamp {
        let turn = 2 * Double.pi * seconds
        let middle = (
            Double(plan.size.width) / 2 * (1 + sin(turn / disc.across + 12 * disc.size)),
            Double(plan.size.height) / 2 * (1 + cos(turn / disc.down))
        )
        return PlacedStamp(stamp, x: (Int(middle.0) - stamp.width / 2) & ~1, y: (Int(middle.1) - stamp.height / 2) & ~1)
    }
}
