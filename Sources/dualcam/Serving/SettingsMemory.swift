import DualCamConfig
import DualCamSession
import FoundationEssentials

/// The settings directed while recordings of a pipeline file ran, as they are kept on the disk.
struct SettingsMemory: Codable, Equatable, Sendable {
    static let currentFormat = 1

    struct Entry: Codable, Equatable, Sendable {
        var key: String
        var value: String
        /// Unix seconds when it was set.
        var time: Int64
    }

    var format = Self.currentFormat
    /// Absolute path of the pipeline file, and its `name`.
    var file: String
    var name: String
    var settings: [Entry]

    init(file: String, name: String, settings: [Entry] = []) {
        (self.file, self.name, self.settings) = (file, name, settings)
    }

    /// `nil` for what is no such file, or one of another version.
    init?(_ bytes: [UInt8]) {
        guard let read = Self(ownJSON: bytes), read.format == Self.currentFormat else { return nil }
        self = read
    }

    /// - Throws: `EncodingError`, which cannot be with texts and whole numbers.
    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }

    /// Takes over what is set now; what was known keeps its time.
    mutating func take(_ now: [Setting], at time: Int64) {
        settings = now.map { setting in
            settings.first { $0.key == setting.key && $0.value == setting.value }
                ?? Entry(key: setting.key, value: setting.value, time: time)
        }
    }
}

/// The settings remembered for a pipeline file, with notes about those that were left out.
struct Recall: Equatable, Sendable {
    var settings: [Setting] = []
    /// One sentence each.
    var notes: [String] = []
}

extension Recall {
    /// Takes over the settings of `memory` that the command line does not set, that the file has not set since and that still fit
    /// the file.
    ///
    /// - Parameters:
    ///   - changed: when the file was changed, in Unix seconds; `nil`: not known, then it counts as older.
    ///   - given: keys of the file.
    ///   - overrides: keys of the command line.
    ///   - problem: the problem that the file's checks find with settings laid over it; `nil`: none.
    init(
        _ memory: SettingsMemory, changed: Int64?, given: (String) -> Bool, overrides: [String],
        problem: ([Setting]) -> String?
    ) {
        for entry in memory.settings {
            let setting = Setting(entry.key, entry.value)
            if overrides.contains(where: { $0.isSameOrUnder(entry.key) }) { continue }
            if given(entry.key), let changed, changed > entry.time {
                notes.append(
                    "\(setting.override) was remembered, but the file has been changed since and sets it itself.")
            } else if let problem = problem(settings + [setting]) {
                notes.append("\(setting.override) was remembered, but does not fit the file any more: \(problem)")
            } else {
                settings.append(setting)
            }
        }
        guard !settings.isEmpty else { return }
        let words = settings.map(\.override).joined(separator: ", ")
        notes.append("as set while it last ran: \(words). --fresh or 'dualcam forget' goes back to the file.")
    }
}
