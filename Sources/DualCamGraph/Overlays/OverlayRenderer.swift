internal import DualCamConfig
package import DualCamPlan
package import GStreamer
internal import Kernel
internal import Mixer
internal import Synchronization

/// The clocks whose times overlays show. All times are in nanoseconds, and each closure may be called from any thread.
package struct OverlayClocks: Sendable {
    /// Returns the current running time of the pipeline; `nil` while the pipeline does not run.
    var runningTime: @Sendable () -> Int64?
    /// Converts running time to recorded time: the time recorded since the session's start, without pauses.
    var recorded: @Sendable (Int64) -> Int64
    /// Returns the current Unix time in nanoseconds.
    var timeOfDay: @Sendable () -> Int64 = { WallClock.now() }
    /// Converts running time to Unix time for a pipeline that is not live; `nil` for a live pipeline.
    var wallClock: (@Sendable (Int64) -> Int64)?

    package init(
        runningTime: @escaping @Sendable () -> Int64?, recorded: @escaping @Sendable (Int64) -> Int64,
        timeOfDay: @escaping @Sendable () -> Int64 = { WallClock.now() },
        wallClock: (@Sendable (Int64) -> Int64)? = nil
    ) {
        (self.runningTime, self.recorded) = (runningTime, recorded)
        (self.timeOfDay, self.wallClock) = (timeOfDay, wallClock)
    }
}

/// The content of an overlay, drawn and ready to be placed on frames.
protocol OverlayContent: Sendable {
    /// Returns the images to draw on the frame at this running time, in nanoseconds. Called for every frame on a
    /// streaming thread, so texts must be drawn in advance.
    func stamps(at time: Int64) -> [PlacedStamp]

    /// The error that keeps the overlay from being updated, so that its content no longer changes; `nil` if it is
    /// updated.
    var failure: GraphFailure? { get }
}

extension OverlayContent {
    var failure: GraphFailure? { nil }
}

/// The renderer that draws overlays on the combined picture's frames. For each set of overlays, the caller gives the
/// running time from which on it is shown.
package final class OverlayRenderer: Sendable {
    private let clocks: OverlayClocks
    private let drawing: ImageDrawing
    /// The sets of drawn overlays with their start times, in nanoseconds of running time. Each set is shown until the
    /// next one's start time.
    private let pages = Mutex<[(from: Int64, faces: [any OverlayContent])]>([])
    /// The cache of recently drawn overlays.
    private let drawn = RecentValues<OverlayPlan, any OverlayContent>(most: 24)

    package init(clocks: OverlayClocks, drawing: @escaping ImageDrawing = OverlayImageProbe.drawing) {
        (self.clocks, self.drawing) = (clocks, drawing)
    }

    /// A set of drawn overlays that is ready to be shown on the combined picture.
    package struct Prepared: Sendable {
        fileprivate let controller: OverlayRenderer
        fileprivate let faces: [any OverlayContent]

        /// Shows these overlays from the frame at this running time (nanoseconds) on, in place of earlier overlays.
        /// Callable from any thread.
        package func show(from time: Int64) { controller.turn(to: faces, from: time) }
    }

    /// Draws the overlays that are not cached and returns the whole set. Drawing takes a few milliseconds per overlay,
    /// so this function must not run on a streaming thread.
    ///
    /// - Throws: `fault` if there is not enough memory.
    package func prepare(_ plans: [OverlayPlan]) throws(GraphFailure) -> Prepared {
        var faces: [any OverlayContent] = []
        for plan in plans {
            let face = try drawn.value(of: plan, needed: 2 * plans.count) { () throws(GraphFailure) in
                try plan.face(clocks, drawing)
            }
            faces.append(face)
        }
        return Prepared(controller: self, faces: faces)
    }

    /// Installs a probe that draws the overlays on every frame passing through `pad`.
    ///
    /// - Parameter failed: called with a text for users: once if overlays cannot be drawn in the frames' format, and
    ///   once if an overlay can no longer be updated.
    package func install(on pad: Pad, failed: @escaping @Sendable (String) -> Void) {
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

    /// Shows other overlays from `time` on, in nanoseconds of running time. Cancels changes that were scheduled for
    /// later.
    private func turn(to faces: [any OverlayContent], from time: Int64) {
        pages.withLock { pages in
            pages.removeAll { $0.from >= time }
            pages.append((time, faces))
        }
    }

    private func faces(at time: Int64) -> [any OverlayContent] {
        pages.withLock { pages in
            while pages.count > 1, pages[1].from <= time { pages.removeFirst() }
            return pages.first.map { $0.from <= time ? $0.faces : [] } ?? []
        }
    }
}

extension OverlayPlan {
    fileprivate func face(_ clocks: OverlayClocks, _ drawing: ImageDrawing) throws(GraphFailure) -> any OverlayContent {
        switch overlay.content {
        case .text(let text): return try StaticOverlay(self, lettering(text))
        case .image(let image): return try StaticOverlay(self, try picture(image, by: drawing))
        case .clock(let format): return try ClockOverlay(self, format, clocks)
        case .timecode: return try TimecodeOverlay(self, clocks)
        case nil: return StaticOverlay()
        }
    }
}

/// An overlay that does not change while it is shown: a text or an image.
private struct StaticOverlay: OverlayContent {
    private let stamps: [PlacedStamp]

    init() { stamps = [] }

    init(_ plan: OverlayPlan, _ image: LetterImage?) throws(GraphFailure) {
        stamps = [plan.placed(try plan.stamp(image))]
    }

    func stamps(at time: Int64) -> [PlacedStamp] { stamps }
}
