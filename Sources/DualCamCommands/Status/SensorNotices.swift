import DualCamConfig
import DualCamSession

/// Remembers which missing sensors were reported: people are told once a machine, not with every take. The ledger and
/// `--json` have it each time.
struct SensorNotices {
    private static let mostBytes = 65_536

    private let path: String
    private var known: Set<String>

    /// - Parameter host: The machine's name: several may share a home directory.
    init(_ place: ProcessEnvironment, host: String) {
        let name = host.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == ".") ? $0 : "_" }
        path = SettingsStore(place).folder + "/sensors-" + String(name)
        let bytes = place.files.bytes(of: path, limit: Self.mostBytes) ?? []
        known = Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
    }

    /// Returns true for an event that people need not be told of again.
    ///
    /// - Parameter isEarly: The take has just begun. A sensor that goes later is news each time.
    mutating func isKnown(_ event: SessionEvent, isEarly: Bool) -> Bool {
        guard isEarly, case .warning(.sensor, _, let message) = event.kind else { return false }
        guard known.insert(message.printable).inserted else { return true }
        let text = known.sorted().joined(separator: "\n") + "\n"
        BlockingCalls.begin { [path] in _ = FileWriting.write(text, to: path) }
        return false
    }
}
