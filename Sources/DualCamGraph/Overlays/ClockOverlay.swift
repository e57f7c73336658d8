internal import Dispatch
internal import DualCamPlan
internal import GStreamer
internal import Glibc
internal import Mixer
internal import Synchronization

/// An overlay that shows the local time. Each second's text is drawn one second in advance, on a dispatch queue.
final class ClockOverlay: OverlayContent {
    private struct State: Sendable {
        /// The offset from running time to Unix time, in nanoseconds; `nil` until the pipeline has started.
        var offset: Int64?
        var faces: [Int64: PlacedStamp] = [:]
        /// The Unix time in seconds that was shown last, and its image. The image stays visible if the next one is
        /// late.
        var last: (second: Int64, face: PlacedStamp)?
        var wanted: Set<Int64> = []
        /// The error of the latest attempt to draw the clock's text; `nil` if it succeeded.
        var failure: GraphFailure?
    }

    private enum Glance {
        case face(PlacedStamp)
        /// The clock's newest drawn image is outdated, because the clock has not been shown before or was hidden for a
        /// while.
        case stale(second: Int64)
        case none
    }

    private let plan: OverlayPlan
    private let format: String
    private let clocks: OverlayClocks
    private let state = Mutex(State())
    private let controller = DispatchQueue(label: "dualcam.overlay.clock")
    /// The threshold, in nanoseconds, above which a change of the offset between Unix time and running time means that
    /// the computer's clock was set. Smaller changes are jitter.
    private static let tolerance: Int64 = 20_000_000

    init(_ plan: OverlayPlan, _ format: String, _ clocks: OverlayClocks) throws(GraphFailure) {
        (self.plan, self.format, self.clocks) = (plan, format, clocks)
        let now = clocks.timeOfDay() / 1_000_000_000
        // If the clock cannot be drawn, the error is thrown here.
        let first = try drawn(now)
        state.withLock { $0.faces[now] = first }
    }

    func stamps(at time: Int64) -> [PlacedStamp] {
        if let unix = clocks.wallClock?(time) { return known(unix / 1_000_000_000) }
        if case .stale(let second) = glance(at: time) { controller.sync { draw(second) } }
        guard case .face(let face) = glance(at: time) else { return [] }
        return [face]
    }

    /// Returns the clock's image for a Unix time in seconds, and draws it if necessary. Used only when rendering from
    /// files, where drawing may take time.
    private func known(_ second: Int64) -> [PlacedStamp] {
        let face = { self.state.withLock { $0.faces[second] } }
        if face() == nil { controller.sync { draw(second) } }
        return face().map { [$0] } ?? []
    }

    var failure: GraphFailure? { state.withLock { $0.failure } }

    private func glance(at time: Int64) -> Glance {
        let (glance, missing) = state.withLock { state in
            if state.offset == nil { state.offset = offset() }
            guard let offset = state.offset else { return (Glance.none, [Int64]()) }
            let second = (time + offset) / 1_000_000_000
            if let face = state.faces[second] { state.last = (second, face) }
            guard let last = state.last, second - last.second < 2 else { return (.stale(second: second), []) }
            let missing = [second, second + 1].filter { state.faces[$0] == nil && state.wanted.insert($0).inserted }
            return (.face(last.face), missing)
        }
        for second in missing { controller.async { [self] in draw(second) } }
        return glance
    }

    private func draw(_ second: Int64) {
        let drawing = Result { () throws(GraphFailure) in try drawn(second) }
        let offset = offset()
        state.withLock { state in
            state.wanted.remove(second)
            switch drawing {
            case .success(let face): (state.faces[second], state.failure) = (face, nil)
            case .failure(let failure): (state.faces[second], state.failure) = (state.last?.face, failure)
            }
            for old in state.faces.keys where old < second - 3 || old > second + 3 { state.faces[old] = nil }
            if let offset, abs(offset - (state.offset ?? .min / 2)) > Self.tolerance { state.offset = offset }
        }
    }

    private func drawn(_ second: Int64) throws(GraphFailure) -> PlacedStamp {
        plan.placed(try plan.stamp(plan.lettering(Self.text(second, format))))
    }

    private func offset() -> Int64? { clocks.runningTime().map { clocks.timeOfDay() - $0 } }

    /// Returns the local time at a Unix time in seconds, formatted with a strftime(3) format.
    static func text(_ second: Int64, _ format: String) -> String {
        var (time, parts) = (time_t(second), tm())
        tzset()
        localtime_r(&time, &parts)
        // The buffer is longer than the result of any format in any locale. If it were too small, strftime would write
        // nothing.
        var text = [CChar](repeating: 0, count: 1024 + 64 * format.utf8.count)
        let count = strftime(&text, text.count, format, &parts)
        return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
