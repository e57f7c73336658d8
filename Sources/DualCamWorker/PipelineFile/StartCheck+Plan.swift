import DualCamDevices
import DualCamGraph
import DualCamPlan
import DualCamProcess

// MARK: The plan as a part of the check
extension StartCheck {
    /// The outcome of a check before a start.
    struct Result: Sendable {
        var findings: [StartFinding]
        /// Sentences that say why this machine would not start the recording now, although the pipeline file is
        /// correct.
        var notes: [String] = []
        /// Sentences about clips that can be played but have a fault, such as an incomplete end.
        var remarks: [String] = []
    }

    /// Runs those checks of the pipeline file that `extent` selects. Blocks.
    func result(_ extent: Preparation.Extent) -> Result {
        let machine = MachineProbe.facts(trying: pipeline.combined?.mixer)
        let (issues, clips) = (planIssues(on: machine), clips)
        let refusals = issues.filter { $0.code == nil }.map(finding) + clips + disk
        let mayPlan =
            switch extent {
            case .whole: true
            case .refusals: !pipeline.hasDevices
            case .refusalsBeforePlan: false
            }
        let planned = mayPlan && issues.isEmpty && clips.isEmpty ? planned(on: machine) : nil
        guard extent == .whole else { return Result(findings: refusals + (planned?.findings ?? [])) }
        return Result(
            findings: refusals + (planned?.findings ?? []) + lacks(isThorough: true),
            notes: machineNotes(on: machine) + (planned?.notes ?? []), remarks: planned?.remarks ?? clipRemarks)
    }

    /// Returns the problems that prevent a start and are known only after planning: a cost that is too high, or a disk
    /// that cannot be used.
    package func refusals(of prepared: PreparedRecording) -> [StartFinding] { costs(of: prepared) + disk }

    /// Plans the whole recording, as a start does, and returns the problems that only planning reveals. These are
    /// sources that do not support their settings, elements that this machine lacks, and a cost that is too high.
    /// - Returns: `nil` if a device is missing, because the recording then cannot be planned.
    private func planned(on machine: MachineFacts) -> Result? {
        let store = CalibrationStore(place)
        guard let found = try? Preparation.inputs(of: pipeline, on: machine, store) else { return nil }
        var result = Result(
            findings: [], remarks: found.inputs.clipRemarks + found.inputs.portRemarks + found.inputs.modeRemarks)
        do throws(PlanIssues) {
            let graph = try Planner.plan(found.inputs)
            let prepared = PreparedRecording(
                loaded: loaded, request: PipelineRequest(file: loaded.written.name, settings: [], simulate: false),
                inputs: found.inputs, graph: graph)
            result.findings = costs(of: prepared)
        } catch {
            result.findings = error.issues.filter { $0.code == nil }.map(finding)
            result.notes = error.issues.filter { $0.code != nil }.map(remark)
        }
        return result
    }

    private func costs(of prepared: PreparedRecording) -> [StartFinding] {
        do throws(CommandFailure) {
            _ = try prepared.budgetRemarks()
            return []
        } catch {
            var finding = StartFinding(error, "budget.limit", in: loaded)
            if let cost = try? prepared.summary().cost {
                finding.issue = loaded.written.issue(
                    at: "budget.limit", "the recording does not fit this machine: \(cost.excess(cost.impossible))",
                    hint: "record fewer or smaller pictures, or write budget.enforce: off")
            }
            return [finding]
        }
    }

    /// Sentences about clips with a fault, such as an incomplete end; empty if a clip cannot be played at all. Blocks
    /// while the clips are read.
    private var clipRemarks: [String] {
        var clips = pipeline
        clips.cameras.removeAll { if case .file = $0.device { false } else { true } }
        clips.microphones.removeAll { if case .file = $0.device { false } else { true } }
        guard let found = try? MachineProbe.resolve(clips) else { return [] }
        return ClipFacts.remarks(found.cameras, Array(found.microphones.values))
    }
}
