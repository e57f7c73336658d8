import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamSession

extension Preparation {
    /// Returns everything for which a start is refused before any device is looked at. Blocks.
    static func issues(_ pipeline: Pipeline, on machine: MachineFacts) -> [PlanIssue] {
        Planner.issues(pipeline, on: machine) + LetteringProbe.issues(pipeline)
            + [nameIssue(pipeline, host: machine.host)].compactMap(\.self)
    }

    private static func nameIssue(_ pipeline: Pipeline, host: String) -> PlanIssue? {
        let now = WallTime.local(WallTime.unixNow())
        do throws(NameFailure) { _ = try SessionNames(pipeline, host: host, time: now) } catch {
            guard case .tooLong(let length, let limit, _) = error else {
                return PlanIssue("recording.name", error.description)
            }
            return PlanIssue(
                "recording.name", "makes file names of \(length) bytes, and \(limit) is the most",
                hint: "shorten it, or the names of the pipeline and its cameras")
        }
        return nil
    }
}
