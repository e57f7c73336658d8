import DualCamConfig
package import DualCamRecordings
import FoundationEssentials

/// The stored form of the settings that a user changed while a pipeline file was recorded. The next run restores them.
struct SettingsMemory: Codable, Equatable, Sendable {
    static let currentFormat = 1

    struct Entry: Codable, Equatable, Sendable {
        var key: String
        var value: String
        /// The time at which the user changed the setting, in Unix seconds.
        var time: Int64
    }

    var format = Self.currentFormat
    /// The absolute path of the pipeline file.
    var file: String
    /// The value of the key `name` in the pipeline file.
    var name: String
    var settings: [Entry]

    init(file: String, name: String, settings: [Entry] = []) {
        (self.file, self.name, self.settings) = (file, name, settings)
    }

    /// Decodes remembered settings; `nil` if the bytes contain anything else, or were written in another format
    /// version.
    init?(_ bytes: [UInt8]) {
        guard let read = Self(ownJSON: bytes), read.format == Self.currentFormat else { return nil }
        self = read
    }

    /// Returns the remembered settings as JSON text.
    ///
    /// - Throws: `EncodingError`, which cannot occur with strings and integers.
    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }

    /// Replaces the remembered settings by the current ones. Settings that have not changed keep their time.
    mutating func update(_ now: [Setting], at time: Int64) {
        settings = now.map { setting in
            settings.first { $0.key == setting.key && $0.value == setting.value }
                ?? Entry(key: setting.key, value: setting.value, time: time)
        }
    }
}

/// The remembered settings of a pipeline file that still apply, with notes about which settings are used and which are
/// left out.
package struct RestoredSettings: Equatable, Sendable {
    /// The settings to apply, which are valid together with the pipeline file.
    package var settings: [Setting] = []
    /// Notes for the user about the remembered settings, one sentence each.
    package var notes: [String] = []

    package init(settings: [Setting] = [], notes: [String] = []) {
        (self.settings, self.notes) = (settings, notes)
    }
}

extension RestoredSettings {
    /// Selects the remembered settings that still apply. Leaves out settings that the command line sets. Also leaves
    /// out a key that the pipeline file itself sets, if the file was changed after the setting. The selected settings
    /// must be valid together with the file.
    /// - Parameters:
    ///   - changed: The time of the pipeline file's last change in Unix seconds. If it is `nil` (unknown), the file
    ///     counts as older than every setting.
    ///   - given: Returns true for a key that the pipeline file sets.
    ///   - overrides: The keys that the command line sets.
    ///   - problems: Returns the problems that the pipeline file has if the given settings are applied to it.
    init(
        _ memory: SettingsMemory, changed: Int64?, given: (String) -> Bool, overrides: [String],
        problems: ([Setting]) -> [PipelineIssue]
    ) {
        var left: [String] = []
        var candidates: [Setting] = []
        for entry in memory.settings {
            let setting = Setting(entry.key, entry.value)
            if overrides.contains(where: { $0.isSameOrUnder(entry.key) }) { continue }
            if given(entry.key), let changed, changed > entry.time {
                left.append("\(setting.override) (the file has changed since and sets it itself)")
            } else {
                candidates.append(setting)
            }
        }
        let fitting = FittingSettings(candidates, problems: problems)
        left += fitting.left.map { "\($0.setting.override) (\($0.reason))" }
        settings = fitting.settings
        if !left.isEmpty {
            notes.append("not restored from the last run: \(left.joined(separator: ", ")).")
        }
        guard !settings.isEmpty else { return }
        let words = settings.map(\.override).joined(separator: ", ")
        notes.append("restored from the last run: \(words). --fresh or 'dualcam forget' returns to the file.")
    }
}

/// The settings that are valid together with a pipeline file, and those that had to be left out.
///
/// The settings are checked as a whole, because they were in effect at the same time. For example, if two cameras were
/// swapped, each half of the swap would not be valid by itself.
struct FittingSettings {
    private(set) var settings: [Setting]
    private(set) var left: [(setting: Setting, reason: String)] = []

    /// Selects the settings that are valid together with the pipeline file.
    ///
    /// - Parameter problems: Returns the problems that the pipeline file has if the given settings are applied to it.
    init(_ all: [Setting], problems: ([Setting]) -> [PipelineIssue]) {
        settings = all
        var found = problems(settings)
        // Removes each setting that a problem names, until no problem names a setting.
        while let issue = found.first(where: { issue in settings.contains { $0.isBlamed(by: issue) } }) {
            left += settings.filter { $0.isBlamed(by: issue) }.map { ($0, issue.message) }
            settings.removeAll { $0.isBlamed(by: issue) }
            found = problems(settings)
        }
        if found.isEmpty { return }
        // The problem is in the file itself. The settings are therefore added one by one, as long as they cause no
        // problem.
        let rest = settings
        settings = []
        for setting in rest {
            if let issue = problems(settings + [setting]).first {
                left.append((setting, issue.message))
            } else {
                settings.append(setting)
            }
        }
    }
}

extension Setting {
    fileprivate func isBlamed(by issue: PipelineIssue) -> Bool {
        issue.file == "--set \(override)" || issue.file == override
    }
}
