import DualCamProcess
import DualCamRecordings

/// Remembers which warnings about missing sensors were already shown on this machine, so that users see each warning
/// only once. The ledger and the output of `--json` contain the warnings for every take.
struct SensorNotices {
    private static let mostBytes = 65_536

    private let path: String
    private var known: Set<String>

    /// Reads the warnings that were already shown.
    ///
    /// - Parameter host: The name of the machine, because several machines may share a home directory.
    init(_ place: ProcessEnvironment, host: String) {
        let name = host.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") ? $0 : "_" }
        path = SettingsStore(place).folder + "/sensors-" + String(name)
        let bytes = place.files.bytes(of: path, limit: Self.mostBytes) ?? []
        known = Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
    }

    /// Returns true if the event is a warning about a sensor, and users have already been shown that warning.
    /// - Parameter isEarly: True if the take has just begun. A warning about a sensor that disappears later is always
    ///   shown.
    mutating func isKnown(_ event: SessionEvent, isEarly: Bool) -> Bool {
        guard isEarly, case .warning(.sensor, _, let message) = event.kind else { return false }
        guard known.insert(message.printable).inserted else { return true }
        let text = known.sorted().joined(separator: "\n") + "\n"
        BlockingCalls.begin { [path] in _ = FileWriting.write(text, to: path) }
        return false
    }
}
