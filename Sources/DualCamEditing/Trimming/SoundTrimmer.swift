internal import DualCamDevices
import DualCamGraph
internal import DualCamPlan
internal import GStreamer
internal import Synchronization

/// Trims one audio track of a recording. If nothing is cut, copies the track. Otherwise decodes the track, cuts it
/// exactly to the sample and passes it to the encoder.
struct SoundTrimmer: Sendable {
    /// The length of additional sound that is read before and after each kept part, in nanoseconds. The decoder needs
    /// it, because its first output may be incomplete.
    private static let margin: Int64 = 500_000_000
    /// The offset added to timeline times for the decoder, in nanoseconds, because a decoder's times cannot be
    /// negative.
    private static let zero: Int64 = 1_000_000_000

    let plan: TrimPlan
    let track: TrimPlan.Track
    let spans: KeptSpans
    let keepsSound: Bool
    let lead: Int64
    let goesOn: @Sendable () -> Bool

    init(
        _ plan: TrimPlan, _ track: TrimPlan.Track, _ spans: KeptSpans, _ keepsSound: Bool, lead: Int64,
        goesOn: @escaping @Sendable () -> Bool
    ) {
        (self.plan, self.track, self.spans, self.keepsSound) = (plan, track, spans, keepsSound)
        (self.lead, self.goesOn) = (lead, goesOn)
    }

    /// Writes the kept sound of the track to `inlet`. Blocks.
    func write(into inlet: StreamInlet) throws(GraphFailure) {
        if keepsSound {
            let start = spans.spans.first?.lowerBound ?? 0
            try feed { info, time in inlet.put(info, at: max(0, time - start + lead)) }
        } else {
            try cut(into: inlet)
        }
        if goesOn() { inlet.end() }
    }

    /// Reads the track's packets from all files, one file after another. Passes on each packet with its time on the
    /// session's timeline.
    private func feed(
        _ take: @escaping @Sendable (borrowing ProbeInfo, Int64) -> StreamInlet.Flow
    ) throws(GraphFailure) {
        let reached = Atomic(Int64.min)
        guard let from = spans.spans.first?.lowerBound, let to = spans.spans.last?.upperBound else { return }
        for file in plan.files where isNeeded(file, from, to) {
            let shift = file.offset
            let parser = track.parser.map { [ElementPlan($0, name: "packets.parser", branch: .files(plan.output))] }
            let isRead = try plan.play(
                file.path, track.pad, through: parser ?? [], from: max(0, from -| shift -| Self.margin), goesOn: goesOn
            ) { info in
                // Skips packets that were already read, because a file may begin with the last packets of the previous
                // file.
                guard let time = info.fileTime.map({ $0 +| shift }), time > reached.load(ordering: .relaxed) else {
                    return true
                }
                reached.store(time + Int64(info.duration ?? 0) / 2, ordering: .relaxed)
                return time <= to + Self.margin && take(info, time) == .taken
            }
            // If sound is cut, a file without this track counts as silent. If the sound is copied, each file must have
            // the track.
            guard isRead || !keepsSound || !goesOn() else { throw .unread(file.path) }
            guard goesOn() else { return }
        }
    }

    /// Returns true if the trimmed file needs sound of `file` between two times of the timeline, in nanoseconds. If
    /// sound is copied, only files whose middle lies between the two times are needed, because the last file may end up
    /// to a frame after `to`.
    private func isNeeded(_ file: TrimPlan.File, _ from: Int64, _ to: Int64) -> Bool {
        if keepsSound { return (from..<to).contains(file.start / 2 + file.end / 2) }
        return file.start < to + Self.margin && file.end > from - Self.margin
    }

    private func cut(into inlet: StreamInlet) throws(GraphFailure) {
        let pipeline = try translating { try MediaPipeline(name: "samples") }
        defer { pipeline.stop() }
        var builder = GraphBuilder(pipeline: pipeline)
        let branch = BranchID.files(plan.output)
        let decoder = track.decoder.map { [ElementPlan($0, name: "samples.decoder", branch: branch)] } ?? []
        let elements =
            [ElementPlan.patientQueue("samples.queue", branch)] + decoder + [
                ElementPlan("audioconvert", name: "samples.convert", branch: branch),
                ElementPlan(
                    "capsfilter", name: "samples.form", branch: branch, [Property("caps", .caps(track.form))]),
                .takingAll("samples.end", branch),
            ]
        try builder.makeChain(elements)
        let cutter = SampleCutter(
            KeptSamples.all(of: spans, rate: track.rate), rate: track.rate, lead: lead, inlet, goesOn: goesOn)
        try builder.pad("samples.form", "src").addProbe(.buffers) { info in
            if let stamp = info.presentationTime { cutter.append(info, at: Int64(clamping: stamp) - Self.zero) }
            return .drop
        }
        try translating { try pipeline.setState(.playing) }
        let samples = StreamInlet(into: try builder.pad("samples.queue", "sink"), named: "packets")
        try feed { info, time in samples.put(info, at: time + Self.zero) }
        samples.end()
        while try translating({ try !pipeline.waitForEnd(nanoseconds: 250_000_000) }) { guard goesOn() else { return } }
        cutter.finish()
    }
}

/// Cuts decoded sound exactly to the sample. Joins the kept ranges without gaps, and replaces missing samples with
/// silence.
final class SampleCutter: Sendable {
    private struct State {
        /// The number of the next expected sample on the timeline; `nil` before the first sample.
        var next: Int?
        /// The number of samples written to the new file so far.
        var written = 0
        var bytesPerFrame = 0
    }

    private let kept: [KeptSamples]
    private let rate: Int
    private let lead: Int64
    private let inlet: StreamInlet
    private let goesOn: @Sendable () -> Bool
    private let state = Mutex(State())

    init(
        _ kept: [KeptSamples], rate: Int, lead: Int64, _ inlet: StreamInlet, goesOn: @escaping @Sendable () -> Bool
    ) {
        (self.kept, self.rate, self.lead, self.inlet, self.goesOn) = (kept, rate, lead, inlet, goesOn)
    }

    /// Writes the kept samples of a buffer of decoded sound.
    /// - Parameter time: the time of the buffer's first sample on the timeline, in nanoseconds.
    func append(_ info: borrowing ProbeInfo, at time: Int64) {
        guard let form = info.soundForm, form.bytesPerFrame > 0, inlet.begin(like: info) else { return }
        let count = info.size / form.bytesPerFrame
        let told = Int((Double(time) * Double(rate) / 1e9).rounded())
        let (first, skipped) = state.withLock { state in
            state.bytesPerFrame = form.bytesPerFrame
            // Ignores small differences, because containers round times; a real gap or overlap is longer.
            let first = state.next.flatMap { abs($0 - told) <= rate / 500 ? $0 : nil } ?? told
            let skipped = max(0, (state.next ?? first) - first)
            state.next = max(state.next ?? first, first + count)
            return (first, skipped)
        }
        guard skipped < count else { return }
        for part in kept {
            let common = part.samples.clamped(to: Int64(first + skipped)..<Int64(first + count))
            guard !common.isEmpty else { continue }
            let place = Int(part.place + common.lowerBound - part.samples.lowerBound)
            fill(to: place)
            let frames = Int(common.lowerBound) - first..<Int(common.upperBound) - first
            _ = inlet.putSound(
                info, frames: frames, bytesPerFrame: form.bytesPerFrame, at: stamp(place), length: length(frames.count))
            state.withLock { $0.written = place + frames.count }
        }
    }

    /// Writes silence for the samples that are missing at the end of the kept sound.
    func finish() { fill(to: Int(kept.last.map { $0.place + Int64($0.samples.count) } ?? 0)) }

    private func fill(to place: Int) {
        while true {
            let (written, bytes) = state.withLock { ($0.written, $0.bytesPerFrame) }
            guard written < place, bytes > 0, goesOn() else { return }
            let count = min(place - written, rate)
            inlet.putSilence(bytes: count * bytes, at: stamp(written), length: length(count))
            state.withLock { $0.written = written + count }
        }
    }

    private func stamp(_ sample: Int) -> Int64 { lead + length(sample) }

    private func length(_ samples: Int) -> Int64 { Int64((Double(samples) * 1e9 / Double(rate)).rounded()) }
}
