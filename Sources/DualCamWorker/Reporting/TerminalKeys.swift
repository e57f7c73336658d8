import Dispatch
import DualCamProcess
import Glibc

/// A key of the terminal that controls a recording, named after its effect. The raw value is the key's ASCII code.
package enum TerminalKey: UInt8, Sendable, Equatable, CaseIterable {
    case pause = 0x20
    case mark = 0x6D
    case snapshot = 0x73
    /// Starts or stops a take.
    case take = 0x72
    case quit = 0x71
    case help = 0x3F

    /// The key's name in messages and in lines to the worker: its character, or `space`.
    package var name: String { self == .pause ? "space" : String(UnicodeScalar(rawValue)) }

    private var meaning: String {
        switch self {
        case .pause: "pauses and resumes"
        case .mark: "marks"
        case .snapshot: "takes a snapshot into the current folder"
        case .take: "starts and stops a take"
        case .quit: "ends"
        case .help: "lists the keys"
        }
    }

    /// Parses a line with which the supervisor forwards a pressed key to its worker; `nil` for any other line.
    init?(line: String) {
        guard line.hasPrefix(SupervisorLine.key),
            let key = Self.allCases.first(where: {
                $0.name == line.dropFirst(SupervisorLine.key.count)
            })
        else { return nil }
        self = key
    }

    /// Returns the keys that have an effect in `dualcam serve` if `serving` is true, otherwise in `dualcam run`.
    static func all(serving: Bool) -> [TerminalKey] { allCases.filter { serving || $0 != .take } }

    /// Returns a line for users that lists the keys and their effects.
    ///
    /// - Parameter serving: True for the keys of `dualcam serve`, false for those of `dualcam run`.
    package static func help(serving: Bool) -> String {
        "keys: " + all(serving: serving).map { "\($0.name) \($0.meaning)" }.joined(separator: ", ")
    }

    /// Returns the known keys among bytes read from the terminal. Skips escape sequences of other keys, such as arrows
    /// (ECMA-48, 5.4).
    static func read(_ bytes: some Sequence<UInt8>) -> [TerminalKey] {
        var keys: [TerminalKey] = []
        var before: UInt8 = 0
        for byte in bytes {
            switch before {
            // A sequence consists of parameter bytes and a final letter.
            case 0x5B where (0x20...0x3F).contains(byte): break
            case 0x5B, 0x4F: before = 0
            case 0x1B: before = [0x5B, 0x4F].contains(byte) ? byte : 0
            default:
                if byte == 0x1B { before = byte } else if let key = TerminalKey(rawValue: byte) { keys.append(key) }
            }
        }
        return keys
    }
}

/// Reads keys that are pressed in the terminal while this process is in the foreground. All work runs on the object's
/// queue.
///
/// Invariant that makes the class Sendable: `source` and `isReading` are accessed on the queue only.
package final class TerminalKeys: @unchecked Sendable {
    private let queue = DispatchQueue(label: "dualcam.supervisor.keys")
    private let press: @Sendable (TerminalKey) -> Void
    private var source: (any DispatchSourceRead)?
    private var isReading = false

    /// Starts to read keys from the terminal.
    ///
    /// - Parameter press: The closure that receives each pressed key.
    package init(_ press: @escaping @Sendable (TerminalKey) -> Void) {
        self.press = press
        TerminalMode.begin()
        let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: queue)
        source.setEventHandler { [weak self] in self?.read() }
        self.source = source
        look()
    }

    /// Starts or stops reading keys if this process has entered or left the foreground since the last call. Call this
    /// function regularly.
    package func look() {
        queue.async { [self] in
            guard let source else { return }
            let isForeground = TerminalMode.enter()
            if isForeground, !isReading { source.resume() }
            if !isForeground, isReading { source.suspend() }
            isReading = isForeground
        }
    }

    /// Restores the terminal's settings and stops reading.
    package func close() {
        queue.sync {
            TerminalMode.end()
            // Releasing a suspended dispatch source crashes.
            if !isReading { source?.resume() }
            source?.cancel()
            source = nil
        }
    }

    private func read() {
        // Keys typed while this process is in the background are meant for another process.
        guard let source, TerminalMode.isInForeground else {
            self.source?.suspend()
            isReading = false
            return
        }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0, errno == EINTR || errno == EAGAIN { return }
        guard count > 0 else {
            source.cancel()
            self.source = nil
            return
        }
        for key in TerminalKey.read(bytes.prefix(count)) { press(key) }
    }
}
