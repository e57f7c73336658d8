package import DualCamConfig
import DualCamPlan

/// The frames that a session does not hold, as its ledger tells them: the one count, which everybody shows.
///
/// A frame is lost when it was due and is in no file (`missing`): it was dropped before its encoder, its camera or its output was away,
/// nothing ran, or nobody knows why (`unaccounted`). It is shed when it was left out on purpose, for load or heat: that is not a loss.
/// A picture is repeated when the combined file shows it again because no newer one came in time.
package struct SessionLosses: Sendable, Equatable {
    /// One output, or all of them.
    package struct Count: Sendable, Equatable {
        package var missing = 0
        /// The missing frames that the ledger lists as dropped, and those without a known reason.
        package var dropped = 0
        package var unaccounted = 0
        package var repeated = 0
        package var shed = 0

        package init() {}
    }

    package private(set) var all = Count()
    private var outputs: [OutputName: Count] = [:]
    /// The outputs in the order in which they are listed.
    private var order: [OutputName] = []
    private var rates: [OutputName: FrameRate] = [:]

    package init() {}

    package init(_ audit: Audit) {
        rates = audit.rates
        for row in audit.rows { add(row) }
    }

    /// - Parameter rates: the outputs' frame rates.
    package init(_ history: SessionHistory, rates: [OutputName: FrameRate]) {
        self.init(Audit(history, rates: rates))
    }

    package subscript(output: OutputName) -> Count { outputs[output] ?? Count() }

    private mutating func add(_ row: Audit.Row) {
        if outputs[row.output] == nil { order.append(row.output) }
        outputs[row.output, default: Count()].add(row)
        all.add(row)
    }

    /// The count of all outputs, and under `outputs` that of each one, with the length of what is missing in seconds, at the output's
    /// frame rate; `null`: the rate is not known.
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
    /// Returns the length of so many frames.
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

    /// Keys: `missing`, `dropped`, `unaccounted`, `repeated`, `shed`.
    package var members: [JSONValue.Member] {
        .of([
            "missing": missing, "dropped": dropped, "unaccounted": unaccounted, "repeated": repeated, "shed": shed,
        ])
    }

    /// The members beside `dropped`.
    var besides: [JSONValue.Member] { members.filter { $0.key != "dropped" } }

    package var json: JSONValue { .object(members) }
}
