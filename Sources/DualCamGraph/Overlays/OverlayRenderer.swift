internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Mixer
internal import Synchronization

/// The clocks tell overlays the time, in nanoseconds, on any thread.
struct OverlayClocks: Sendable {
    /// The pipeline's running time; `nil` while it does not run.
    var runningTime: @Sendable () -> Int64?
    /// A running time as time since the recording's start, pauses left out.
    var recorded: @Sendable (Int64) -> Int64
    /// Returns Unix time.
    var timeOfDay: @Sendable () -> Int64 = { wallClockNanoseconds() }
    /// Returns the Unix time of a running time, where all of them are known beforehand; `nil`: the clocks run on.
    var wallClock: (@Sendable (Int64) -> Int64)?
}

/// One overlay, drawn and ready to be laid over frames.
protocol OverlayFace: Sendable {
    /// Returns the stamps for the frame of a running time. Called on a streaming thread for every frame: letters are drawn
    /// before.
    func stamps(at time: Int64) -> [PlacedStamp]

    /// The reason why it cannot be drawn any more since it was drawn first.
    var failure: GraphFailure? { get }
}

extension OverlayFace {
    var failure: GraphFailure? { nil }
}

/// Lays the overlays over the frames of the combined picture, each as it was directed for the frame's running time.
final class OverlayRenderer: Sendable {
    private let clocks: OverlayClocks
    private let drawing: ImageDrawing
    /// The pages by their times; the first one counts until the second one's time.
    private let pages = Mutex<[(from: Int64, faces: [any OverlayFace])]>([])
    /// Overlays that are drawn or were lately.
    private let drawn = RecentValues<OverlayPlan, any OverlayFace>(most: 24)

    init(clocks: OverlayClocks, drawing: @escaping ImageDrawing = OverlayImageProbe.drawing) {
        (self.clocks, self.drawing) = (clocks, drawing)
    }

    /// Overlays that are ready to be seen.
    struct Prepared: Sendable {
        fileprivate let controller: OverlayRenderer
        fileprivate let faces: [any OverlayFace]

        /// Shows them from the frame of this running time on. Any thread.
        func show(from time: Int64) { controller.turn(to: faces, from: time) }
    }

    /// Draws what has not been drawn already. Takes some milliseconds for each: not for a streaming thread.
    ///
    /// Throws `fault` where memory lacks.
    func prepare(_ plans: [OverlayPlan]) throws(GraphFailure) -> Prepared {
        var faces: [any OverlayFace] = []
        for plan in plans {
            let face = try drawn.value(of: plan, needed: 2 * plans.count) { () throws(GraphFailure) in
                try plan.face(clocks, drawing)
            }
            faces.append(face)
        }
        return Prepared(controller: self, faces: faces)
    }

    /// Draws over every frame that passes a pad from now on.
    ///
    /// - Parameter failed: is told once when what flows there cannot be drawn on, and once when an overlay cannot be drawn anew.
    func install(on pad: Pad, failed: @escaping @Sendable (String) -> Void) {
        let isUnfitTold = Atomic(false)
        let isStandingTold = Atomic(false)
        pad.addProbe(.buffers) { [self] info in
            guard let time = info.runningTime else { return .pass }
            let faces = faces(at: time)
            let stamps = faces.flatMap { $0.stamps(at: time) }
            if !stamps.isEmpty, !info.draw(stamps), !isUnfitTold.exchange(true, ordering: .relaxed) {
                failed("the overlays cannot be drawn: the combined picture is neither NV12 nor I420")
            }
            if let failure = faces.lazy.compactMap(\.failure).first, !isStandingTold.exchange(true, ordering: .relaxed)
            {
                failed(failure.message + " and stands still")
            }
            return .pass
        }
    }

    /// Turns to other overlays; what was to come later is not to come any more.
    private func turn(to faces: [any OverlayFace], from time: Int64) {
        pages.withLock { pages in
            pages.removeAll { $0.from >= time }
            pages.append((time, faces))
        }
    }

    private func faces(at time: Int64) -> [any OverlayFace] {
        pages.withLock { pages in
            while pages.count > 1, pages[1].from <= time { pages.removeFirst() }
            return pages.first.map { $0.from <= time ? $0.faces : [] } ?? []
        }
    }
}

extension OverlayPlan {
    fileprivate func face(_ clocks: OverlayClocks, _ drawing: ImageDrawing) throws(GraphFailure) -> any OverlayFace {
        switch overlay.content {
        case .text(let text): return try StillFace(self, lettering(text))
        case .image(let image): return try StillFace(self, try picture(image, by: drawing))
        case .clock(let format): return try ClockFace(self, format, clocks)
        case .timecode: return try TimecodeFace(self, clocks)
        case nil: return StillFace()
        }
    }
}

/// An overlay that stays as it is: text and pictures.
private struct StillFace: OverlayFace {
    private let stamps: [PlacedStamp]

    init() { stamps = [] }

    init(_ plan: OverlayPlan, _ image: LetterImage?) throws(GraphFailure) {
        stamps = [plan.placed(try plan.stamp(image))]
    }

    func stamps(at time: Int64) -> [PlacedStamp] { stamps }
}
