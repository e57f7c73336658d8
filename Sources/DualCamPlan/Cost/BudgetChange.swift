package import DualCamConfig

/// Settings with which a recording fits, verified by planning it anew.
package struct BudgetChange: Sendable, Equatable {
    /// The settings as `--set` takes them: `combined.rate=15`.
    package var settings: [String]
    /// The cost it comes to: the highest share of a resource.
    package var total: Double
    package var binding: RecordingCost.Resource

    /// `--set combined.rate=15`, for a shell.
    package var options: String { settings.map { "--set " + $0.shellWord }.joined(separator: " ") }
}

/// A change of what is planned, with the settings that ask for it.
struct Variation {
    var settings: [String] = []
    var apply: @Sendable (inout PlannedInputs) -> Void

    static let none = Variation { _ in }

    private static func key(_ setting: String) -> Substring { setting.prefix { $0 != "=" } }

    /// One after the other; what both set is as the other has it.
    func and(_ other: Variation) -> Variation {
        let keys = Set(other.settings.map(Self.key))
        return Variation(settings: settings.filter { !keys.contains(Self.key($0)) } + other.settings) { inputs in
            apply(&inputs)
            other.apply(&inputs)
        }
    }

    static func joined(_ variations: [Variation]) -> Variation { variations.reduce(.none) { $0.and($1) } }

    /// - Parameter setting: a key of the camera, and its value.
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

/// Looks for the cheapest changes with which a recording fits: plans it with each, the least harmful first.
package struct BudgetSearch {
    let inputs: PlannedInputs
    /// The dearest first.
    let encoders: [PlanSummary.Output]

    package init(_ inputs: PlannedInputs) {
        var inputs = inputs
        // The table's error for this recording holds for similar ones, too; a recording that cannot be planned has no cost.
        if let cpu = Self.summary(inputs)?.cost.cpu, cpu.seen != nil, cpu.byTable > 0 {
            inputs.experience.otherwise = cpu.cores / cpu.byTable
        }
        self.inputs = inputs
        // Of two that are as dear the combined picture's, which can be made again.
        encoders = (Self.summary(inputs)?.outputs ?? []).filter { $0.element != nil }.sorted {
            $0.cores == $1.cores ? $0.name == .combined : $0.cores > $1.cores
        }
    }

    /// `nil`: it cannot be recorded like that.
    private static func summary(_ inputs: PlannedInputs) -> PlanSummary? {
        do throws(PlanIssues) { return try Planner.summary(inputs) } catch { return nil }
    }

    private static let most = 4

    /// Returns changes that fit, the least harmful first; of each kind the mildest step. Where no single one is enough, all
    /// together, as far as it takes; empty: nothing this knows is enough.
    package func changes() -> [BudgetChange] {
        let kinds = kinds
        let single = kinds.compactMap { kind in kind.lazy.compactMap(verified).first }.reduce(into: [BudgetChange]()) {
            // Where the combined picture alone is too large, smaller pictures of all come to the same as a smaller one of it.
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
    /// Returns what is planned of another pipeline with the same cameras and microphones, each device in the mode that it then asks for.
    ///
    /// Throws where a device cannot deliver what is asked of it.
    package func changed(to pipeline: Pipeline) throws(GraphFailure) -> PlannedInputs {
        var changed = self
        changed.pipeline = pipeline
        return try changed.choosingModes(since: self.pipeline)
    }

    /// Chooses each device's mode anew where the pipeline now asks for another.
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
