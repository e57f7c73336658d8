package import DualCamConfig

/// Makes a plan from a pipeline and from facts about the devices and the machine, without accessing the devices.
package enum Planner {
    /// Returns the plan of the graph for one recording.
    ///
    /// - Throws: `PlanIssues` with all issues that prevent the recording.
    package static func plan(_ inputs: PlannedInputs) throws(PlanIssues) -> GraphPlan {
        let plan = PlanBuilder.build(try decisions(inputs))
        let missing = missingElements(plan.everyElement, inputs.machine)
        if !missing.isEmpty { throw PlanIssues(missing) }
        return plan
    }

    /// Returns the estimated load of the recording, and the complete settings of every encoder.
    ///
    /// - Throws: `PlanIssues` with the issues that prevent the recording.
    package static func summary(_ inputs: PlannedInputs) throws(PlanIssues) -> PlanSummary {
        let decisions = try decisions(inputs)
        return PlanSummary(decisions, plan: PlanBuilder.build(decisions))
    }

    /// Returns the issues of a pipeline that can be found without accessing the devices; empty if there are none.
    package static func issues(_ pipeline: Pipeline, on machine: MachineFacts) -> [PlanIssue] {
        PipelineChecks(pipeline: pipeline, machine: machine).issues()
    }

    private static func decisions(_ inputs: PlannedInputs) throws(PlanIssues) -> PlanDecisions {
        let found = issues(inputs.pipeline, on: inputs.machine) + inputs.controlIssues
        if !found.isEmpty { throw PlanIssues(found) }
        return try PlanDecisions(inputs)
    }

    package static func missingElements(_ elements: [ElementPlan], _ machine: MachineFacts) -> [PlanIssue] {
        var seen: Set<String> = []
        return elements.compactMap { element in
            guard !machine.elements.contains(element.factory), seen.insert(element.factory).inserted else { return nil }
            return PlanIssue(
                "", "this machine has no GStreamer element `\(element.factory)`, which \(element.name) needs",
                hint: "install the gstreamer1.0-plugins packages; Scripts/dualcam does", code: .elementMissing)
        }
    }
}
