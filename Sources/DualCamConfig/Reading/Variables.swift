/// Resolves a pipeline's references to the outside: `${NAME}`, `${NAME:-default}`, `~`, the encoders' words, and colour tables.
struct Variables {
    let context: LoadContext

    init(_ context: LoadContext) { self.context = context }

    var environment: [String: String] { context.environment }
    var home: String { context.home }
    var encoders: [String] { context.encoders }

    /// Fills in environment variables. As in a shell, `:-default` serves a variable that is unset or empty. Throws for
    /// an unset variable without a default, a name that is none, and a brace left open.
    func fill(_ text: String) throws(Refusal) -> String {
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

    /// Opens a leading `~`. Throws when the home folder is not known, and for `~name`.
    func openHome(_ path: String) throws(Refusal) -> String {
        guard path.hasPrefix("~") else { return path }
        guard path == "~" || path.hasPrefix("~/") else {
            throw Refusal("\(quoted(path)) names somebody's home folder", hint: "write the folder in full")
        }
        guard !home.isEmpty else {
            throw Refusal("'~' is not known: HOME is not set", hint: "write the folder in full")
        }
        return home + path.dropFirst()
    }

    private func value(of reference: Substring) throws(Refusal) -> String {
        let cut = reference.firstRange(of: ":-")
        let name = String(reference[..<(cut?.lowerBound ?? reference.endIndex)])
        guard Self.isName(name) else {
            throw Refusal("\(quoted(name)) is not a variable's name", hint: "write ${NAME} or ${NAME:-default}")
        }
        if let value = environment[name], !value.isEmpty || cut == nil { return value }
        if let cut { return String(reference[cut.upperBound...]) }
        throw Refusal(
            "the environment variable \(name) is not set", hint: "set it, or write ${\(name):-default}")
    }

    private static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
            return false
        }
        return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }
}
