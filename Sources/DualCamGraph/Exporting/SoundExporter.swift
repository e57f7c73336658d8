package import DualCamPlan
internal import GStreamer

/// Reads the recorded sound as one track, as fast as the machine has time for it.
package struct SoundExporter: Sendable {
    private let plan: SoundExportPlan
    private let curve: GainCurve?

    /// - Parameter curve: the gain; `nil`: none.
    package init(_ plan: SoundExportPlan, curve: GainCurve?) { (self.plan, self.curve) = (plan, curve) }

    /// Returns how loud it is, behind the gain; `nil` when it was ended. Blocks.
    ///
    /// - Parameter goesOn: is told four times a second how far it is; returns false when it is to end.
    package func measure(
        goesOn: (SessionComposer.Progress) -> Bool
    ) throws(GraphFailure) -> LoudnessReading? {
        let work = SampleWork(from: plan.start, to: plan.end, curve: curve, measures: true)
        return try run(work, to: nil, goesOn) == nil ? nil : work.reading
    }

    /// Writes the file. Blocks.
    ///
    /// - Parameters:
    ///   - path: a file that is there.
    ///   - goesOn: as for `measure`.
    /// - Returns: `nil` when it was ended.
    package func write(
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
