package import DualCamConfig
import DualCamPlan

/// The names of a session's folder and files, from the template `recording.name`.
///
/// `{session}` is the pipeline's `name`, and `{segment}` has three digits. If files are split and the template has no
/// `{segment}`, `_000` is appended. If there are several outputs and no `{output}`, `_OUTPUT` is appended. No two
/// outputs share a name. A name never begins with a dot, and is valid on every file system, including exFAT and those
/// of Windows.
package struct SessionNames: Sendable, Equatable {
    /// The name of the session's folder. It follows from the template without `{output}`, `{segment}` and the
    /// separators around them.
    package private(set) var folder: String

    private let base: NameTemplate
    private let session: String
    private let template: NameTemplate
    private let outputs: [OutputName]
    private let splits: Bool
    private let suffix: String
    private var values: [NameTemplate.Field: String]

    /// Creates the names of a session's folder and files.
    ///
    /// - Parameters:
    ///   - session: The value of the `name` key in the pipeline file.
    ///   - time: The start of the session, in the time zone used in names (`WallTime.local`).
    ///   - splits: True if files are split (`recording.segment` is a length).
    /// - Throws: `NameFailure` for an unknown or unclosed placeholder, and for names that are too long.
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

    /// The maximum length of a name in bytes. File systems allow 255 (`NAME_MAX`, and as many UTF-16 units on exFAT).
    /// The rest is kept for suffixes: a number if the name is taken, `_most-compatible`, `.waveform.json` and other
    /// derived files. Temporary files have suffixes, too (`.draft`, or `.NAME.1234567.new`).
    private static let longest = 200

    /// Returns a copy of these names with another name for the session's folder.
    package func inFolder(named name: String) -> SessionNames {
        var names = self
        names.folder = Self.sanitised(name)
        return names
    }

    /// Returns a copy of these names for a session that begins at another time.
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

    /// Returns the name with which to try to create the session's folder, because the plain name may be taken. The
    /// first attempt uses the plain name; later attempts append `-2`, `-3` and so on.
    ///
    /// - Parameter attempt: The number of the attempt, 1 for the first.
    package func folder(attempt: Int) -> String { attempt < 2 ? folder : "\(folder)-\(attempt)" }

    /// Returns the file names of one segment with their extensions, keyed by output. Segments are counted from 0.
    ///
    /// - Parameter time: The start of the segment, for `{date}` and `{time}`; `nil` for the start of the session.
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

    /// Returns true if Windows reserves the name for a device, such as `CON`. Everything after the first dot is
    /// ignored.
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
