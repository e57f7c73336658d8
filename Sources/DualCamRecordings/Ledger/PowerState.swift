/// The state of the machine's power supply. The raw values appear in events and in the ledger.
package enum PowerState: String, JSONRepresentable, Sendable, Equatable {
    case mains
    case battery
    /// The machine runs on battery, and the battery's charge is below `battery.warn`.
    case low
    /// The machine runs on battery, and the battery's charge is below `battery.stop`. The files are finished, and the
    /// recording ends.
    case empty
}
