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
    ///   - problems: the problems that the file's checks find with settings laid over it.
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

/// Settings that fit a file together, and those that do not.
///
/// They are judged all at once, as they held: of a swap of two cameras neither half fits without the other.
struct FittingSettings {
    private(set) var settings: [Setting]
    private(set) var left: [(setting: Setting, reason: String)] = []

    /// - Parameter problems: what is wrong with a file over which settings are laid.
    init(_ all: [Setting], problems: ([Setting]) -> [PipelineIssue]) {
        settings = all
        var found = problems(settings)
        // What a problem points at goes, until nothing points at any.
        while let issue = found.first(where: { issue in settings.contains { $0.isBlamed(by: issue) } }) {
            left += settings.filter { $0.isBlamed(by: issue) }.map { ($0, issue.message) }
            settings.removeAll { $0.isBlamed(by: issue) }
            found = problems(settings)
        }
        if found.isEmpty { return }
        // A problem that points into the file: one after the other, as long as they fit.
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
