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

    package init() {}

    package init(_ audit: Audit) { for row in audit.rows { add(row) } }

    /// - Parameter rates: the outputs' frame rates.
    package init(_ history: SessionHistory, rates: [OutputName: FrameRate]) {
        self.init(Audit(history, rates: rates))
    }

    package subscript(output: OutputName) -> Count { outputs[output] ?? Count() }

    private mutating func add(_ row: Audit.Row) {
        outputs[row.output, default: Count()].add(row)
        all.add(row)
    }
}

extension SessionLosses.Count: JSONRepresentable {
    fileprivate mutating func add(_ row: Audit.Row) {
        missing = missing +| row.missing
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
