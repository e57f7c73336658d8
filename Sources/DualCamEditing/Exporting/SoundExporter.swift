internal import DualCamDevices
import DualCamGraph
import DualCamPlan
internal import GStreamer

/// Exports a session's recorded sound as a single track, as fast as the machine allows.
struct SoundExporter: Sendable {
    private let plan: SoundExportPlan
    private let curve: GainCurve?

    /// Creates an exporter of the planned sound.
    /// - Parameter curve: the gain over time; `nil` for none.
    init(_ plan: SoundExportPlan, curve: GainCurve?) { (self.plan, self.curve) = (plan, curve) }

    /// Measures the loudness of the sound to export, with the gain applied. Blocks.
    ///
    /// - Parameter goesOn: called four times a second with the progress; returns false to cancel.
    /// - Returns: the loudness; `nil` if `goesOn` cancelled.
    func measure(
        goesOn: (SessionComposer.Progress) -> Bool
    ) throws(GraphFailure) -> LoudnessReading? {
        let work = SampleWork(from: plan.start, to: plan.end, curve: curve, measures: true)
        return try run(work, to: nil, goesOn) == nil ? nil : work.reading
    }

    /// Writes the exported sound to a file. Blocks.
    ///
    /// - Parameters:
    ///   - path: the path of an existing file, which is overwritten.
    ///   - goesOn: called four times a second with the progress; returns false to cancel.
    /// - Returns: the final progress; `nil` if `goesOn` cancelled.
    func write(
        to path: String, goesOn: (SessionComposer.Progress) -> Bool
    ) throws(GraphFailure) -> SessionComposer.Progress? {
        try run(SampleWork(from: plan.start, to: plan.end, curve: curve), to: path, goesOn)
    }

    private func run(
        _ work: SampleWork, to path: String?, _ goesOn: (SessionComposer.Progress) -> Bool
    ) throws(GraphFailure) -> SessionComposer.Progress? {
        let pipeline = try translating { try MediaPipeline(name: "sound") }
        defer { pipeline.stop() }
        var builder = GraphBuilder(pipeline: pipeline)
        try builder.make(plan.elements.map { $0.writing(to: path, by: CompositionPlan.sink) }, plan.links)
        work.install(on: try builder.pad(ExportSamples.pad.element, "src"))
        return try pipeline.playToEnd(
            of: "the new file", progress: { .init(frames: 0, length: work.length) }, failure: { nil }, goesOn: goesOn)
    }
}
