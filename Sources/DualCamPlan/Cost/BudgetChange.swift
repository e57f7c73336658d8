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

    private static func key(_ setting: String) -> Substring { setting.prefix { $0 != "=" } }

    /// One after the other; what both set is as the other has it.
    func and(_ other: Variation) -> Variation {
        let keys = Set(other.settings.map(Self.key))
        return Variation(settings: settings.filter { !keys.contains(Self.key($0)) } + other.settings) { inputs in
            apply(&inputs)
            other.apply(&inputs)
        }
    }
}

/// Looks for the cheapest changes with which a recording fits: plans it with each, the least harmful first.
package struct BudgetSearch {
    let inputs: PlannedInputs

    package init(_ inputs: PlannedInputs) {
        var inputs = inputs
        // The table's error for this recording holds for similar ones, too; a recording that cannot be planned has no cost.
        if let cpu = try? Planner.summary(inputs).cost.cpu, cpu.seen != nil, cpu.byTable > 0 {
            inputs.experience.otherwise = cpu.cores / cpu.byTable
        }
        self.inputs = inputs
    }

    private static let most = 4

    /// Returns changes that fit, the least harmful first; of each kind the mildest step. Where no single one is enough, all
    /// together, as far as it takes; empty: nothing this knows is enough.
    package func changes() -> [BudgetChange] {
        let kinds = VariationList(inputs).kinds
        let single = kinds.compactMap { kind in kind.lazy.compactMap(verified).first }
        if !single.isEmpty { return Array(single.prefix(Self.most)) }
        var (all, lowest) = (Variation { _ in }, Double.infinity)
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

    /// `nil`: it cannot be recorded like that.
    private func cost(of variation: Variation) -> RecordingCost? {
        var varied = inputs
        variation.apply(&varied)
        guard let changed = try? varied.choosingModes(since: inputs.pipeline) else { return nil }
        do throws(PlanIssues) { return try Planner.summary(changed).cost } catch { return nil }
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
        let isPassed = { (camera: Camera, pipeline: Pipeline) in
            pipeline.encoders.settings(for: OutputName(camera.name)).use == "passthrough"
        }
        var chosen = self
        for index in cameras.indices {
            guard case .device(let device, _, _) = cameras[index].source,
                let camera = pipeline.cameras.first(where: { $0.name == cameras[index].name })
            else { continue }
            let passthrough = isPassed(camera, pipeline)
            if camera == old.cameras.first(where: { $0.name == camera.name }), passthrough == isPassed(camera, old) {
                continue
            }
            chosen.cameras[index].source = try ModeChooser.choose(for: camera, on: device, passthrough: passthrough)
        }
        return chosen
    }
}
