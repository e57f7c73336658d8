package import DualCamConfig

/// A change of settings that makes a recording fit its budget. It has been verified by planning the recording with the
/// changed settings.
package struct BudgetChange: Sendable, Equatable {
    /// The changed settings in the form that the option `--set` accepts: `combined.rate=15`.
    package var settings: [String]
    /// The highest usage of any resource with these settings, as a fraction of the resource (0.9 means 90 %).
    package var total: Double
    package var binding: RecordingCost.Resource

    /// The changed settings as command-line options, quoted for a shell: `--set combined.rate=15`.
    package var options: String { settings.map { "--set " + $0.shellWord }.joined(separator: " ") }
}

/// A change of the planner's inputs, together with the pipeline-file settings that produce it.
struct Variation {
    var settings: [String] = []
    var apply: @Sendable (inout PlannedInputs) -> Void

    static let none = Variation { _ in }

    private static func key(_ setting: String) -> Substring { setting.prefix { $0 != "=" } }

    /// Returns a variation that makes this change first and then the other one. If both set the same key, `other` wins.
    func and(_ other: Variation) -> Variation {
        let keys = Set(other.settings.map(Self.key))
        return Variation(settings: settings.filter { !keys.contains(Self.key($0)) } + other.settings) { inputs in
            apply(&inputs)
            other.apply(&inputs)
        }
    }

    static func joined(_ variations: [Variation]) -> Variation { variations.reduce(.none) { $0.and($1) } }

    /// Returns a variation that changes one setting of a camera.
    ///
    /// - Parameter setting: a key of the camera and its value, such as `rate=15`.
    static func camera(
        _ name: String, _ setting: String, _ change: @escaping @Sendable (inout Camera) -> Void
    ) -> Variation {
        Variation(settings: ["cameras.\(name).\(setting)"]) { inputs in
            guard let index = inputs.pipeline.cameras.firstIndex(where: { $0.name == name }) else { return }
            change(&inputs.pipeline.cameras[index])
        }
    }

    static func combined(
        _ setting: String, _ change: @escaping @Sendable (inout Combined?) -> Void
    ) -> Variation {
        Variation(settings: ["combined.\(setting)"]) { change(&$0.pipeline.combined) }
    }

    static func encoder(
        _ output: OutputName, _ setting: String, _ change: @escaping @Sendable (inout EncoderOverride) -> Void
    ) -> Variation {
        Variation(settings: ["encoders.\(output).\(setting)"]) { inputs in
            change(&inputs.pipeline.encoders.outputs[output, default: EncoderOverride()])
        }
    }
}

/// The search for changes that make a recording fit its budget. For each possible change, starting with the least
/// harmful, it plans the recording again.
package struct BudgetSearch {
    let inputs: PlannedInputs
    /// The summaries of the encoded video outputs, the most expensive first.
    let encoders: [PlanSummary.Output]

    package init(_ inputs: PlannedInputs) {
        var inputs = inputs
        // The difference between table and measurement for this recording is also assumed for similar recordings. A
        // recording that cannot be planned has no estimate.
        if let cpu = Self.summary(inputs)?.cost.cpu, cpu.seen != nil, cpu.byTable > 0 {
            inputs.experience.otherwise = cpu.cores / cpu.byTable
        }
        self.inputs = inputs
        // Of two equally expensive outputs, the combined picture comes first, because it can be rendered again
        // later.
        encoders = (Self.summary(inputs)?.outputs ?? []).filter { $0.element != nil }.sorted {
            $0.cores == $1.cores ? $0.name == .combined : $0.cores > $1.cores
        }
    }

    /// Returns the summary of a plan with these inputs; `nil` if planning fails.
    private static func summary(_ inputs: PlannedInputs) -> PlanSummary? {
        do throws(PlanIssues) { return try Planner.summary(inputs) } catch { return nil }
    }

    private static let most = 4

    /// Returns the changes that make the recording fit its budget, the least harmful first. For each kind of change,
    /// returns the mildest one that suffices.
    ///
    /// If no single change suffices, combines as many as necessary. Returns an empty list if no known combination
    /// suffices.
    package func changes() -> [BudgetChange] {
        let kinds = kinds
        let single = kinds.compactMap { kind in kind.lazy.compactMap(verified).first }.reduce(into: [BudgetChange]()) {
            // If only the combined picture must be smaller, making all pictures smaller has the same result as making
            // the combined picture smaller.
            found, change in
            if !found.contains(where: { Set($0.settings) == Set(change.settings) }) { found.append(change) }
        }
        if !single.isEmpty { return Array(single.prefix(Self.most)) }
        var (all, lowest) = (Variation.none, Double.infinity)
        for kind in kinds {
            guard let harshest = kind.last else { continue }
            let mildest = kind.lazy.compactMap { verified(all.and($0)) }.first
            if let mildest { return [mildest] }
            let more = all.and(harshest)
            if let total = cost(of: more)?.total, total < lowest { (all, lowest) = (more, total) }
        }
        return []
    }

    private func verified(_ variation: Variation) -> BudgetChange? {
        guard let cost = cost(of: variation), cost.fits else { return nil }
        return BudgetChange(settings: variation.settings, total: cost.total, binding: cost.binding)
    }

    private func cost(of variation: Variation) -> RecordingCost? {
        var varied = inputs
        variation.apply(&varied)
        guard let changed = try? varied.choosingModes(since: inputs.pipeline) else { return nil }
        return Self.summary(changed)?.cost
    }
}

extension PlannedInputs {
    /// Returns the planner's inputs for a different pipeline with the same cameras and microphones. Chooses each
    /// device's capture mode again, as that pipeline requires.
    ///
    /// Throws if a device cannot deliver the requested mode.
    package func changed(to pipeline: Pipeline) throws(GraphFailure) -> PlannedInputs {
        var changed = self
        changed.pipeline = pipeline
        return try changed.choosingModes(since: self.pipeline)
    }

    /// Chooses the capture mode of each device again if the pipeline requests a mode that differs from that in `old`.
    fileprivate func choosingModes(since old: Pipeline) throws(GraphFailure) -> PlannedInputs {
        var chosen = self
        for index in cameras.indices {
            guard let device = cameras[index].device,
                let camera = pipeline.cameras.first(where: { $0.name == cameras[index].name })
            else { continue }
            let output = OutputName(camera.name)
            let passthrough = pipeline.passesThrough(output)
            if camera == old.cameras.first(where: { $0.name == camera.name }), passthrough == old.passesThrough(output)
            {
                continue
            }
            chosen.cameras[index].source = try ModeChooser.choose(for: camera, on: device, passthrough: passthrough)
        }
        return chosen
    }
}
