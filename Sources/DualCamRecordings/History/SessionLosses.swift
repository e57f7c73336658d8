package import DualCamConfig
import DualCamPlan

/// The numbers of frames that a session's files do not contain, according to its ledger. All commands and the page show
/// these same counts.
///
/// A frame is `missing` if it was due and is in no file. It was dropped before its encoder, its camera or output was
/// missing, the machine was frozen, or the reason is unknown (`unaccounted`). A frame is `shed` if it was left out on
/// purpose, because of load or heat, which is not a loss. A picture is `repeated` if the combined file shows it again
/// because no newer picture arrived in time.
package struct SessionLosses: Sendable, Equatable {
    /// The numbers of frames that are missing or repeated, for one output or for all outputs together.
    package struct Count: Sendable, Equatable {
        package var missing = 0
        /// `dropped`: the missing frames that the ledger lists as dropped; `unaccounted`: the missing frames for which
        /// no reason is known.
        package var dropped = 0
        package var unaccounted = 0
        /// The number of times that the combined file repeats an older picture of a camera.
        package var repeated = 0
        /// The number of frames that were left out on purpose; they are not included in `missing`.
        package var shed = 0

        package init() {}
    }

    /// The sums over all outputs.
    package private(set) var all = Count()
    private var outputs: [OutputName: Count] = [:]
    /// The session's outputs, in the order in which their loss counts are listed.
    private var order: [OutputName] = []
    private var rates: [OutputName: FrameRate] = [:]

    package init() {}

    /// Copies the numbers from the rows of an audit.
    package init(_ audit: Audit) {
        rates = audit.rates
        for row in audit.rows { add(row) }
    }

    /// Computes the numbers of lost frames from the ledger alone.
    ///
    /// - Parameter rates: The nominal frame rates of the outputs, before any reduction.
    package init(_ history: SessionHistory, rates: [OutputName: FrameRate]) {
        self.init(Audit(history, rates: rates))
    }

    /// The counts of one output; all 0 if the session has no such output.
    package subscript(output: OutputName) -> Count { outputs[output] ?? Count() }

    private mutating func add(_ row: Audit.Row) {
        if outputs[row.output] == nil { order.append(row.output) }
        outputs[row.output, default: Count()].add(row)
        all.add(row)
    }

    /// The total counts as JSON members, and under `outputs` the counts of each output. `seconds` is the length of an
    /// output's missing frames at its rate; `null` if the rate is unknown.
    var members: [JSONValue.Member] {
        all.members
            + .of([
                "outputs": order.map { output in
                    JSONValue.object(
                        .of(["output": output, "seconds": rates[output].map { $0.length(of: self[output].missing) }])
                            + self[output].members)
                }
            ])
    }
}

extension FrameRate {
    /// Returns the duration of a number of frames at this frame rate.
    fileprivate func length(of frames: Int) -> Duration {
        let frame =
            planted(.lengthOfWholeRate) ? 1 / Double(numerator / denominator) : Double(denominator) / Double(numerator)
        return .nanoseconds(Int64(saturating: (Double(frames) * frame * 1e9).rounded()))
    }
}

extension SessionLosses.Count: JSONRepresentable {
    fileprivate mutating func add(_ row: Audit.Row) {
        missing = missing +| row.missing +| (planted(.shedIsMissing) ? row.shed : 0)
        dropped = dropped +| row.dropped
        unaccounted = unaccounted +| row.unaccounted
        repeated = repeated +| row.repeated
        shed = shed +| row.shed
    }

    /// The counts of lost frames as the JSON members `missing`, `dropped`, `unaccounted`, `repeated` and `shed`.
    package var members: [JSONValue.Member] {
        .of([
            "missing": missing, "dropped": dropped, "unaccounted": unaccounted, "repeated": repeated, "shed": shed,
        ])
    }

    /// The counts of lost frames as JSON members, except `dropped`, which `session.json` lists before them.
    package var besides: [JSONValue.Member] { members.filter { $0.key != "dropped" } }

    /// The counts as a JSON object with the keys of `members`.
    package var json: JSONValue { .object(members) }
}
