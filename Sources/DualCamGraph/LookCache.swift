internal import DualCamPlan
internal import GStreamer
internal import Mixer

/// The tables of looks that are drawn or were lately: the same look in the same colours is the same table.
final class LookCache: Sendable {
    /// A table is 1 MB.
    private let looks = RecentValues<LookPlan, PictureLook>(most: 12)

    /// The table of a look. Takes up to a tenth of a second the first time: not for a streaming thread.
    ///
    /// Throws `fault` where memory lacks.
    func look(_ plan: LookPlan) throws(GraphFailure) -> PictureLook {
        try looks.value(of: plan) { () throws(GraphFailure) in
            let made = PictureLook(
                lattice: plan.lattice(), side: plan.side, red: plan.space.red, blue: plan.space.blue,
                isFullRange: plan.space.isFullRange)
            guard let made else { throw GraphFailure(.fault, message: "there is no memory for a look's tables") }
            return made
        }
    }
}
