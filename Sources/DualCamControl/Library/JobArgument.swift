import CommandLine
import DualCamConfig
import DualCamRecordings
import DualCamSession

/// An argument of a request to start a job: an option of the `dualcam` command that does the same.
struct JobArgument: Sendable {
    private enum Kind: Equatable {
        case flag, list, text
        /// A value that must be one of these words.
        case word([String])
        /// The text of a whole file, such as a cut list. Clients see only its length.
        case document
        /// The name of a file in the session's folder.
        case sessionFile
    }

    /// The maximum size, in bytes, of a value that is not a document.
    private static let longest = 10_000
    private static let tooLong = Refusal("it is too long", hint: "Send at most \(longest) bytes.")

    /// The name of the argument, and of the corresponding option of the command.
    let name: String
    private let kind: Kind
    private let summary: String

    /// Creates the argument that corresponds to an option of a command.
    init(_ option: ArgumentUsage) {
        name = option.name
        (kind, summary) = (Self.kind(of: option), option.plainSummary)
    }

    private static func kind(of option: ArgumentUsage) -> Kind {
        if option.placeholder == nil { return .flag }
        if option.repeats { return .list }
        if option.programValue == .document { return .document }
        if option.programValue == .fileName { return .sessionFile }
        if case .words(let words) = option.completion { return .word(words) }
        return .text
    }

    /// True if the argument is the text of a document. Clients see only the document's length.
    var isDocument: Bool { kind == .document }

    /// True if the argument accepts free text, not only a switch or predefined words. Viewers do not see its value.
    var isWritten: Bool {
        switch kind {
        case .list, .text, .sessionFile: true
        case .flag, .word, .document: false
        }
    }

    fileprivate var schema: JSONValue {
        let text = Sentence.text(summary)
        return switch kind {
        case .flag: Schema.flag.explained(text)
        case .list: Schema.texts.explained(text)
        case .text: Schema.text.explained(text)
        case .word(let words): Schema.words(words).explained(text)
        case .document: Schema.text.explained(text + " Send the text itself, not a path.")
        case .sessionFile: Schema.text.explained(text + " Send the name of a file in the session's folder.")
        }
    }

    /// Checks this argument in a request. Throws if it is required and missing, or if its value has the wrong form.
    func check(_ arguments: JSONValue, isRequired: Bool) throws(RouteRefusal) {
        guard let value = arguments[name] else {
            guard isRequired else { return }
            throw RouteRefusal(
                .control(.badRequest), "'\(name)' is missing.", advice: "Send {\"\(name)\": \"...\"}.")
        }
        do throws(Refusal) { try check(value) } catch {
            throw RouteRefusal(
                .control(.badValue), "'\(name)': \(error.message).",
                advice: error.hint.map(Sentence.text) ?? "See /api/v1/openapi.json.")
        }
    }

    private func check(_ value: JSONValue) throws(Refusal) {
        switch kind {
        case .flag:
            guard case .bool = value else { throw Refusal("it must be true or false") }
            return
        case .list:
            guard let list = value.list, list.allSatisfy({ $0.text != nil }) else {
                throw Refusal("it must be a list of texts")
            }
            guard list.reduce(0, { $0 + ($1.text?.utf8.count ?? 0) }) <= Self.longest else { throw Self.tooLong }
            return
        case .text, .word, .document, .sessionFile: break
        }
        guard let text = value.text else { throw Refusal("it must be a text") }
        guard kind == .document || text.utf8.count <= Self.longest else { throw Self.tooLong }
        switch kind {
        case .word(let words) where !words.contains(text):
            throw Refusal(
                "there is no '\(text.printable.prefix(60))'", hint: Refusal.suggestion(for: text, among: words))
        case .document where text.isEmpty: throw Refusal("it must not be empty")
        case .sessionFile where !SessionFolder.isFileName(text):
            throw Refusal(
                "'\(text.printable.prefix(200))' is not a file name",
                hint: "Put the file into the session's folder, and send its name")
        default: break
        }
    }
}

extension [JobArgument] {
    /// Returns the JSON schema of a request with these arguments, required ones first.
    func schema(required: [String] = [], example: JSONValue) -> JSONValue {
        let members = { (arguments: [JobArgument]) in JSONValue.object(arguments.map { .init($0.name, $0.schema) }) }
        return Schema.arguments(
            members(filter { required.contains($0.name) }), optional: members(filter { !required.contains($0.name) }),
            example: example)
    }
}
