import DualCamConfig
import DualCamPlan

extension Manifest {
    /// A time in which something was left out, for `shed` and `thinned`.
    struct Stretch: Sendable, Equatable {
        /// The step or the output.
        var subject: String
        /// The share that was still done: `2/3`, `1/2` or `0`.
        var share: String
        /// The reason, where it is told.
        var reason: String?
        var part: Int
        var start: JSONValue
        /// `null`: to the part's end.
        var end: JSONValue

        /// Returns the stretches as a list, each with the step's name.
        static func list(_ stretches: [Stretch]) -> JSONValue {
            .array(stretches.map { .object([.init("step", .string($0.subject))] + $0.members) })
        }

        static func byOutput(_ stretches: [Stretch]) -> JSONValue {
            .lists(stretches.map { ($0.subject, .object($0.members)) })
        }

        private var members: [JSONValue.Member] {
            [.init("share", .string(share))] + (reason.map { [.init("reason", .string($0))] } ?? [])
                + [.init("part", .count(part)), .init("start", start), .init("end", end)]
        }
    }
}

extension Manifest.Stretch {
    /// - Parameter moment: both clocks at a running time of a part, as JSON.
    init(_ stretch: SessionHistory.ShedStretch, moment: (RunningTime?, Int) -> JSONValue) {
        self.init(
            subject: stretch.step, share: stretch.share, reason: stretch.reason, part: stretch.part,
            start: moment(stretch.from, stretch.part), end: moment(stretch.to, stretch.part))
    }

    /// - Parameter moment: both clocks at a running time of a part, as JSON.
    init(_ stretch: SessionHistory.Thinning, moment: (RunningTime?, Int) -> JSONValue) {
        self.init(
            subject: stretch.output.rawValue, share: stretch.share.rawValue, reason: nil, part: stretch.part,
            start: moment(stretch.from, stretch.part), end: moment(stretch.to, stretch.part))
    }
}
