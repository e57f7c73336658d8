import CYAML

/// An event of libyaml's parser as a Swift value. Its marks count lines and columns from 1.
enum Event {
    case scalar(Node.Scalar, Mark)
    case sequenceStart(Mark)
    case mappingStart(Mark)
    case documentStart(Mark)
    /// An event that this module ignores: the beginning of the stream, or the end of a collection, document or stream.
    case other

    fileprivate init(_ event: yaml_event_t) throws(YAMLError) {
        let mark = Mark(event.start_mark)
        switch event.type {
        case YAML_ALIAS_EVENT: throw YAMLError(.alias, at: mark)
        case YAML_SCALAR_EVENT: self = .scalar(try Node.Scalar(event.data.scalar, at: mark), mark)
        case YAML_SEQUENCE_START_EVENT:
            try Self.refuse(anchor: event.data.sequence_start.anchor, tag: event.data.sequence_start.tag, at: mark)
            self = .sequenceStart(mark)
        case YAML_MAPPING_START_EVENT:
            try Self.refuse(anchor: event.data.mapping_start.anchor, tag: event.data.mapping_start.tag, at: mark)
            self = .mappingStart(mark)
        case YAML_DOCUMENT_START_EVENT: self = .documentStart(mark)
        default: self = .other
        }
    }

    fileprivate static func refuse(
        anchor: UnsafeMutablePointer<yaml_char_t>?, tag: UnsafeMutablePointer<yaml_char_t>?, at mark: Mark
    ) throws(YAMLError) {
        if anchor != nil { throw YAMLError(.alias, at: mark) }
        if tag != nil { throw YAMLError(.tag, at: mark) }
    }
}

/// A reader of libyaml's events. Owns a `yaml_parser_t` and its input bytes, and frees both.
struct EventReader: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let input: UnsafeMutableBufferPointer<UInt8>

    /// Creates a reader. Throws `outOfMemory` if libyaml cannot allocate its buffers (`yaml_parser_initialize`).
    init(_ source: SourceText) throws(YAMLError) {
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        guard yaml_parser_initialize(parser) == 1 else {
            parser.deallocate()
            throw YAMLError(.outOfMemory)
        }
        let bytes = Array(source.text.utf8)
        self.parser = parser
        input = .allocate(capacity: bytes.count)
        _ = input.initialize(fromContentsOf: bytes)
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, input.baseAddress, bytes.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        input.deallocate()
    }

    /// Returns the next event of the parser (`yaml_parser_parse`). Throws for syntax errors, anchors, aliases, tags,
    /// and an escaped NUL character.
    mutating func next() throws(YAMLError) -> Event {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw failure() }
        defer { yaml_event_delete(&event) }
        return try Event(event)
    }

    private func failure() -> YAMLError {
        let state = parser.pointee
        guard state.error != YAML_MEMORY_ERROR, let words = state.problem else { return YAMLError(.outOfMemory) }
        let context = state.context.map { String(cString: $0) }
        let (place, start) = (Mark(state.problem_mark), Mark(state.context_mark))
        let diagnosis = SyntaxDiagnosis(
            bytes: Array(input), place: place, construct: context == nil ? nil : start,
            isOfScanner: state.error == YAML_SCANNER_ERROR)
        return diagnosis.error()
            ?? YAMLError(.syntax(problem: String(cString: words), context: context, contextLine: start.line), at: place)
    }
}

/// A token of libyaml's scanner, reduced to the properties that explain a syntax error.
struct Token {
    enum Kind { case plain, quoted, opening, closing, other }
    let kind: Kind
    let start: Mark
    let end: Mark

    /// The maximum number of tokens to read, because libyaml's memory for a token grows with the number of open
    /// brackets.
    private static let mostTokens = 20_000

    /// Returns the tokens of a YAML text up to the scanner's first error (`yaml_parser_scan`).
    static func all(in bytes: [UInt8]) -> [Token] {
        var parser = yaml_parser_t()
        guard yaml_parser_initialize(&parser) == 1 else { return [] }
        defer { yaml_parser_delete(&parser) }
        return bytes.withUnsafeBufferPointer { input in
            yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING)
            yaml_parser_set_input_string(&parser, input.baseAddress, input.count)
            var tokens: [Token] = []
            var token = yaml_token_t()
            while tokens.count < mostTokens, yaml_parser_scan(&parser, &token) == 1,
                token.type != YAML_STREAM_END_TOKEN
            {
                tokens.append(Token(kind: Kind(token), start: Mark(token.start_mark), end: Mark(token.end_mark)))
                yaml_token_delete(&token)
            }
            return tokens
        }
    }
}

extension Token.Kind {
    fileprivate init(_ token: yaml_token_t) {
        switch token.type {
        case YAML_SCALAR_TOKEN:
            let style = token.data.scalar.style
            let isQuoted = style == YAML_SINGLE_QUOTED_SCALAR_STYLE || style == YAML_DOUBLE_QUOTED_SCALAR_STYLE
            self = isQuoted ? .quoted : .plain
        case YAML_FLOW_SEQUENCE_START_TOKEN, YAML_FLOW_MAPPING_START_TOKEN: self = .opening
        case YAML_FLOW_SEQUENCE_END_TOKEN, YAML_FLOW_MAPPING_END_TOKEN: self = .closing
        default: self = .other
        }
    }
}

extension Mark {
    fileprivate init(_ mark: yaml_mark_t) { self.init(line: mark.line + 1, column: mark.column + 1) }
}

extension Node.Scalar {
    fileprivate typealias Fields = yaml_event_s.__Unnamed_union_data.__Unnamed_struct_scalar

    fileprivate init(_ fields: Fields, at mark: Mark) throws(YAMLError) {
        try Event.refuse(anchor: fields.anchor, tag: fields.tag, at: mark)
        text = String(decoding: UnsafeBufferPointer(start: fields.value, count: fields.length), as: UTF8.self)
        guard !text.utf8.contains(0) else { throw YAMLError(.controlCharacter(0), at: mark) }
        isPlain = fields.style == YAML_PLAIN_SCALAR_STYLE
    }
}
