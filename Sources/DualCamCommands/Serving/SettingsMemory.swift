import DualCamConfig
import DualCamSession
import FoundationEssentials

/// The settings directed while recordings of a pipeline file ran, as stored on the disk.
struct SettingsMemory: Codable, Equatable, Sendable {
    static let currentFormat = 1

    struct Entry: Codable, Equatable, Sendable {
        var key: String
        var value: String
        /// The time at which the setting was made, in Unix seconds.
        var time: Int64
    }

    var format = Self.currentFormat
    /// The absolute path of the pipeline file, and its `name`.
    var file: String
    var name: String
    var settings: [Entry]

    init(file: String, name: String, settings: [Entry] = []) {
        (self.file, self.name, self.settings) = (file, name, settings)
    }

    /// Decodes a memory; `nil` if the bytes are anything else, or have the format of another version.
    init?(_ bytes: [UInt8]) {
        guard let read = Self(ownJSON: bytes), read.format == Self.currentFormat else { return nil }
        self = read
    }

    /// Returns the memory as JSON text.
    ///
    /// - Throws: `EncodingError`, which cannot occur with strings and integers.
    func text() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }

    /// Stores the present settings. Unchanged ones keep their time.
    mutating func update(_ now: [Setting], at time: Int64) {
        settings = now.map { setting in
            settings.first { $0.key == setting.key && $0.value == setting.value }
                ?? Entry(key: setting.key, value: setting.value, time: time)
        }
    }
}

/// The settings remembered for a pipeline file, with notes about what was taken over and what was left out.
struct Recall: Equatable, Sendable {
    var settings: [Setting] = []
    /// The notes, one sentence each.
    var notes: [String] = []
}

extension Recall {
    /// Selects the settings of `memory` that still apply. Settings on the command line have precedence. So has a key
    /// that the file itself sets since a later change. The remaining settings must fit the file.
    ///
    /// - Parameters:
    ///   - changed: The time of the file's last change, in Unix seconds; `nil` if unknown, which counts as older.
    ///   - given: Returns true for a key that the file sets.
    ///   - overrides: The keys set by the command line.
    ///   - problems: Returns the problems of the file with settings applied to it.
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
                left.append("\(setting.override) (the file has been changed since and sets it itself)")
            } else {
                candidates.append(setting)
            }
        }
        let fitting = FittingSettings(candidates, problems: problems)
        left += fitting.left.map { "\($0.setting.override) (\($0.reason))" }
        settings = fitting.settings
        if !left.isEmpty {
            notes.append("not taken over, though set while it last ran: \(left.joined(separator: ", ")).")
        }
        guard !settings.isEmpty else { return }
        let words = settings.map(\.override).joined(separator: ", ")
        notes.append("as set while it last ran: \(words). --fresh or 'dualcam forget' goes back to the file.")
    }
}

/// The settings that fit a file together, and those that do not.
///
/// They are checked all at once, as they applied together. For example, the two halves of a swap of cameras do not fit
/// alone.
struct FittingSettings {
    private(set) var settings: [Setting]
    private(set) var left: [(setting: Setting, reason: String)] = []

    /// - Parameter problems: Returns the problems of the file with settings applied to it.
    init(_ all: [Setting], problems: ([Setting]) -> [PipelineIssue]) {
        settings = all
        var found = problems(settings)
        // Removes the settings at which a problem points, until no problem points at a setting.
        while let issue = found.first(where: { issue in settings.contains { $0.isBlamed(by: issue) } }) {
            left += settings.filter { $0.isBlamed(by: issue) }.map { ($0, issue.message) }
            settings.removeAll { $0.isBlamed(by: issue) }
            found = problems(settings)
        }
        if found.isEmpty { return }
        // The problem is in the file itself: adds one setting after the other while they fit.
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
