package import DualCamConfig
import DualCamPlan

/// The names of a session's folder and files, from the template `recording.name`.
///
/// `{session}` is the pipeline's `name`, `{segment}` has three digits. When files are split and the template has no
/// `{segment}`, `_000` is appended; when there are several outputs and no `{output}`, `_OUTPUT` is. No two outputs share a
/// name; a name never begins with a dot, and can be that of a file on every file system, exFAT's and Windows's among them.
package struct SessionNames: Sendable, Equatable {
    /// The folder's name: the template without `{output}` and `{segment}` and the separators they leave behind.
    package private(set) var folder: String

    private let base: NameTemplate
    private let session: String
    private let template: NameTemplate
    private let outputs: [OutputName]
    private let splits: Bool
    private let suffix: String
    private var values: [NameTemplate.Field: String]

    /// - Parameters:
    ///   - session: the pipeline's `name`.
    ///   - time: when the session begins, as it shall stand in the names (`WallTime.local`).
    ///   - splits: true when files are split (`recording.segment` is a length).
    /// - Throws: `NameFailure` for a placeholder that is not known or not closed.
    package init(
        template: String, session: String, host: String, time: WallTime, outputs: [OutputName], splits: Bool,
        container: Container
    ) throws(NameFailure) {
        var parsed = try NameTemplate(template)
        values = [.date: time.compactDate, .time: time.compactTime, .session: session, .host: host]
        (base, self.session) = (parsed, session)
        folder = Self.folder(base, session, values)
        if outputs.count > 1, !parsed.contains(.output) { parsed.pieces += [.text("_"), .field(.output)] }
        self.template = parsed
        self.outputs = outputs
        self.splits = splits
        suffix = "." + container.rawValue
        let longest = (files(segment: 999_999).values + [folder]).map(\.utf8.count).max() ?? 0
        if longest > Self.longest { throw .tooLong(longest, limit: Self.longest, template: template) }
    }

    /// The most bytes of a name: 255 (`NAME_MAX`, and as many UTF-16 units on exFAT), less what is appended to it: a number where it
    /// is taken, what the file has become (`_most-compatible`), what is made of it (`.waveform.json`), and the name of each until it
    /// is whole (`.draft`, or `.NAME.1234567.new`).
    private static let longest = 200

    /// The same names for a session in a folder of this name.
    package func inFolder(named name: String) -> SessionNames {
        var names = self
        names.folder = Self.sanitised(name)
        return names
    }

    /// The same names for a session that begins at another time.
    package func begun(at time: WallTime) -> SessionNames {
        var names = self
        (names.values[.date], names.values[.time]) = (time.compactDate, time.compactTime)
        names.folder = Self.folder(base, session, names.values)
        return names
    }

    private static func folder(
        _ base: NameTemplate, _ session: String, _ values: [NameTemplate.Field: String]
    ) -> String {
        let name = base.filled { values[$0] }
        return sanitised(name.isEmpty ? session : name)
    }

    /// The folder's name at the `attempt`-th try, counted from 1: from the second on, `-2`, `-3` ... are appended.
    package func folder(attempt: Int) -> String { attempt < 2 ? folder : "\(folder)-\(attempt)" }

    /// The files of one segment, by output.
    ///
    /// - Parameter time: the time for `{date}` and `{time}`: when the segment begins; `nil`: when the session did.
    package func files(segment: Int, time: WallTime? = nil) -> [OutputName: String] {
        var values = values
        if let time { (values[.date], values[.time]) = (time.compactDate, time.compactTime) }
        var taken: Set<String> = []
        var files: [OutputName: String] = [:]
        for output in outputs {
            let name = stem(output, segment: segment, values)
            var unique = name
            var attempt = 2
            while !taken.insert(unique).inserted, !planted(.oneNameForTwo) {
                unique = "\(name)-\(attempt)"
                attempt += 1
            }
            files[output] = unique + suffix
        }
        return files
    }

    private func stem(_ output: OutputName, segment: Int, _ values: [NameTemplate.Field: String]) -> String {
        let number = Wording.padded(segment, to: 3)
        let name = template.filled { field in
            switch field {
            case .output: output.rawValue
            case .segment: number
            default: values[field]
            }
        }
        let needsNumber = (splits || segment > 0) && !template.contains(.segment)
        return Self.sanitised(needsNumber ? "\(name)_\(number)" : name)
    }

    /// True for what Windows takes for a device, whatever follows the first dot.
    private static func isDevice(_ name: String) -> Bool {
        let stem = name.prefix { $0 != "." }.uppercased()
        let isNumbered = stem.count == 4 && (stem.hasPrefix("COM") || stem.hasPrefix("LPT"))
        return ["CON", "PRN", "AUX", "NUL"].contains(stem)
            || (isNumbered && stem.last.map { "123456789".contains($0) } == true)
    }

    private static func sanitised(_ name: String) -> String {
        var safe = ""
        for scalar in name.unicodeScalars {
            let isControl = scalar.value < 32 || (127..<160).contains(scalar.value)
            let isReserved = "/\\:*?\"<>|".unicodeScalars.contains(scalar)
            safe.unicodeScalars.append(isReserved || isControl ? "-" : scalar)
        }
        while let last = safe.last, last == "." || last == " " { safe.removeLast() }
        if isDevice(safe), !planted(.windowsDevice) { safe = "_" + safe }
        if safe.isEmpty || safe.hasPrefix(".") { safe = "_" + safe.drop { $0 == "." } }
        return safe
    }
}
