internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Kernel
internal import Mixer
internal import Synchronization

/// The clocks of overlays, in nanoseconds. Each closure may be called from any thread.
struct OverlayClocks: Sendable {
    /// Returns the pipeline's running time; `nil` while it does not run.
    var runningTime: @Sendable () -> Int64?
    /// Converts a running time to the time since the recording's start, without pauses.
    var recorded: @Sendable (Int64) -> Int64
    /// Returns the Unix time.
    var timeOfDay: @Sendable () -> Int64 = { WallClock.now() }
    /// Converts a running time to Unix time if all running times are known in advance; `nil` for a live pipeline.
    var wallClock: (@Sendable (Int64) -> Int64)?
}

/// An overlay that has been drawn and can be laid over frames.
protocol OverlayFace: Sendable {
    /// Returns the stamps for the frame of a running time, in nanoseconds. Called on a streaming thread for every
    /// frame, so texts must be drawn in advance.
    func stamps(at time: Int64) -> [PlacedStamp]

    /// The reason why the overlay can no longer be redrawn; `nil` if it can.
    var failure: GraphFailure? { get }
}

extension OverlayFace {
    var failure: GraphFailure? { nil }
}

/// The renderer that lays overlays over the frames of the combined picture, each from its directed running time on.
final class OverlayRenderer: Sendable {
    private let clocks: OverlayClocks
    private let drawing: ImageDrawing
    /// The overlays by their start times, in nanoseconds. The first entry counts until the second one's time.
    private let pages = Mutex<[(from: Int64, faces: [any OverlayFace])]>([])
    /// The overlays that were drawn most recently.
    private let drawn = RecentValues<OverlayPlan, any OverlayFace>(most: 24)

    init(clocks: OverlayClocks, drawing: @escaping ImageDrawing = OverlayImageProbe.drawing) {
        (self.clocks, self.drawing) = (clocks, drawing)
    }

    /// A set of drawn overlays that is ready to be shown.
    struct Prepared: Sendable {
        fileprivate let controller: OverlayRenderer
        fileprivate let faces: [any OverlayFace]

        /// Shows the overlays from the frame of this running time on, in nanoseconds. Callable from any thread.
        func show(from time: Int64) { controller.turn(to: faces, from: time) }
    }

    /// Draws the overlays that are not cached. Takes some milliseconds for each, so it must not run on a streaming
    /// thread.
    ///
    /// - Throws: `fault` if memory is short.
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

    /// Installs a probe that draws the overlays on every frame that passes a pad.
    ///
    /// - Parameter failed: called once if the pad's format cannot be drawn on, and once if an overlay cannot be
    ///   redrawn.
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

    /// Changes to other overlays at `time`, and discards changes that were to come later.
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

/// An overlay that does not change: a text or an image.
private struct StillFace: OverlayFace {
    private let stamps: [PlacedStamp]

    init() { stamps = [] }

    init(_ plan: OverlayPlan, _ image: LetterImage?) throws(GraphFailure) {
        stamps = [plan.placed(try plan.stamp(image))]
    }

    func stamps(at time: Int64) -> [PlacedStamp] { stamps }
}
