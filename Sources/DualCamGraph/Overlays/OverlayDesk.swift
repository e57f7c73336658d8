internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// What overlays know of time. Nanoseconds; any thread.
struct OverlayClocks: Sendable {
    /// The pipeline's; `nil` while it does not run.
    var runningTime: @Sendable () -> Int64?
    /// A running time as time since the recording's start, pauses left out.
    var recorded: @Sendable (Int64) -> Int64
    /// Unix time.
    var timeOfDay: @Sendable () -> Int64 = { wallClockNanoseconds() }
}

/// One overlay, drawn and ready to be laid over frames.
protocol OverlayFace: Sendable {
    /// Of the frame of a running time. Called on a streaming thread for every frame: letters are drawn before.
    func stamps(at time: Int64) -> [PlacedStamp]
}

/// Lays the overlays over the frames of the combined picture, each as it was directed for the frame's running time.
final class OverlayDesk: Sendable {
    private struct Page: Sendable {
        var from: Int64
        var faces: [any OverlayFace]
    }

    private let clocks: OverlayClocks
    /// By their times; the first one counts until the second one's time.
    private let pages = Mutex<[Page]>([])
    /// Overlays that are drawn or were lately.
    private let shelf = Mutex<[(plan: OverlayPlan, face: any OverlayFace)]>([])
    private static let most = 24

    init(clocks: OverlayClocks) { self.clocks = clocks }

    /// Overlays that are ready to be seen.
    struct Prepared: Sendable {
        fileprivate let desk: OverlayDesk
        fileprivate let faces: [any OverlayFace]

        /// From the frame of this running time on. Any thread.
        func show(from time: Int64) { desk.turn(to: faces, from: time) }
    }

    /// Draws what has not been drawn already. Takes some milliseconds for each: not for a streaming thread.
    ///
    /// Throws `fault` where memory lacks.
    func prepare(_ plans: [OverlayPlan]) throws(GraphFailure) -> Prepared {
        var faces: [any OverlayFace] = []
        for plan in plans { faces.append(try face(plan)) }
        return Prepared(desk: self, faces: faces)
    }

    /// Draws over every frame that passes a pad from now on.
    ///
    /// - Parameter failed: is told once when what flows there cannot be drawn on.
    func install(on pad: Pad, failed: @escaping @Sendable () -> Void) {
        let warning = OneWarning()
        pad.addProbe(.buffers) { [self] info in
            guard let time = info.runningTime else { return .pass }
            let stamps = faces(at: time).flatMap { $0.stamps(at: time) }
            if !stamps.isEmpty, !info.draw(stamps), warning.isFirst { failed() }
            return .pass
        }
    }

    private func face(_ plan: OverlayPlan) throws(GraphFailure) -> any OverlayFace {
        if let known = shelf.withLock({ shelf in shelf.first { $0.plan == plan }?.face }) { return known }
        let made = try plan.face(clocks)
        shelf.withLock { shelf in
            shelf.append((plan, made))
            shelf.removeFirst(max(0, shelf.count - Self.most))
        }
        return made
    }

    /// What was to come later is not to come any more.
    private func turn(to faces: [any OverlayFace], from time: Int64) {
        pages.withLock { pages in
            pages.removeAll { $0.from >= time }
            pages.append(Page(from: time, faces: faces))
        }
    }

    private func faces(at time: Int64) -> [any OverlayFace] {
        pages.withLock { pages in
            while pages.count > 1, pages[1].from <= time { pages.removeFirst() }
            return pages.first.map { $0.from <= time ? $0.faces : [] } ?? []
        }
    }
}

/// What fails with every frame is told once.
private final class OneWarning: Sendable {
    private let isTold = Atomic(false)

    var isFirst: Bool { !isTold.exchange(true, ordering: .relaxed) }
}

extension OverlayPlan {
    fileprivate func face(_ clocks: OverlayClocks) throws(GraphFailure) -> any OverlayFace {
        switch overlay.content {
        case .text(let text): return try StillFace(self, lettering(text))
        case .image(let image): return try StillFace(self, picture(image))
        case .clock(let format): return try ClockFace(self, format, clocks)
        case .timecode: return try TimecodeFace(self, clocks)
        case nil: return StillFace()
        }
    }
}

/// What stays as it is: text and pictures.
private struct StillFace: OverlayFace {
    private let stamps: [PlacedStamp]

    init() { stamps = [] }

    init(_ plan: OverlayPlan, _ image: LetterImage?) throws(GraphFailure) {
        stamps = [plan.placed(try plan.stamp(image))]
    }

    func stamps(at time: Int64) -> [PlacedStamp] { stamps }
}
