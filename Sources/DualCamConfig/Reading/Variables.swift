/// Resolves the parts of a pipeline file that depend on its environment: `${NAME}`, `${NAME:-default}`, `~`, paths,
/// encoder names, and colour tables.
struct Variables {
    let context: LoadContext
    /// The folder to which relative paths refer.
    private var folder: String
    /// The number of overrides that come from the command line. Overrides with this number or a higher one come from
    /// changes of the running recording.
    private let written: Int

    init(_ context: LoadContext, written: Int = .max) {
        (self.context, self.written, folder) = (context, written, context.folder)
    }

    /// Returns a copy for resolving the setting at a position. For settings from the command line, relative paths refer
    /// to the current folder, as in a shell.
    func of(_ origin: Origin) -> Variables {
        var variables = self
        if case .override(let number, _) = origin, number < written { variables.folder = context.workingFolder }
        return variables
    }

    /// Replaces environment variables in a text. As in a shell, `:-default` supplies the value if the variable is unset
    /// or empty.
    ///
    /// Throws for an unset variable without a default, an invalid name, and an unclosed brace. Also throws for a
    /// variable that the rule of the context does not allow.
    func fill(_ text: String) throws(Refusal) -> String {
        try context.rule.check(text)
        var filled = ""
        var rest = Substring(text)
        while let start = rest.firstRange(of: "${") {
            filled += rest[..<start.lowerBound]
            guard let end = rest[start.upperBound...].firstIndex(of: "}") else {
                throw Refusal("'${' without '}'", hint: "write ${NAME} or ${NAME:-default}")
            }
            filled += try value(of: rest[start.upperBound..<end])
            rest = rest[rest.index(after: end)...]
        }
        return filled + rest
    }

    /// Replaces a leading `~` with the path of the home folder. Throws for `~name`, and if the home folder is unknown.
    func openHome(_ path: String) throws(Refusal) -> String {
        guard path.hasPrefix("~") else { return path }
        guard path == "~" || path.hasPrefix("~/") else {
            throw Refusal("\(quoted(path)) names somebody's home folder", hint: "write the folder in full")
        }
        guard !context.home.isEmpty else {
            throw Refusal("'~' is not known: HOME is not set", hint: "write the folder in full")
        }
        return context.home + path.dropFirst()
    }

    /// Resolves a path. Relative paths refer to the pipeline file's folder or the current folder, and `~` means the
    /// home folder. Throws for another user's home folder, and if the home folder is unknown.
    func path(_ text: String) throws(Refusal) -> String {
        var path = try openHome(text)
        while path.hasPrefix("./") { path.removeFirst(2) }
        return path.hasPrefix("/") || folder.isEmpty ? path : "\(folder)/\(path)"
    }

    private func value(of reference: Substring) throws(Refusal) -> String {
        let cut = reference.firstRange(of: ":-")
        let name = String(reference[..<(cut?.lowerBound ?? reference.endIndex)])
        guard Self.isName(name) else {
            throw Refusal("\(quoted(name)) is not a variable's name", hint: "write ${NAME} or ${NAME:-default}")
        }
        let environment = context.rule.asksEnvironment ? context.environment : [:]
        if let value = environment[name], !value.isEmpty || cut == nil { return value }
        if let cut { return String(reference[cut.upperBound...]) }
        if !context.rule.asksEnvironment { throw .untold(context.rule) }
        throw Refusal("the environment variable \(name) is not set", hint: "set it, or write ${\(name):-default}")
    }

    private static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
            return false
        }
        return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }
}
