/// A parsed YAML text that contains exactly one document.
package struct Document: Sendable, Equatable {
    package let root: Node

    /// Parses a YAML text. Throws for syntax errors, anchors, aliases and tags, an empty text and a second document,
    /// and if `limits` are exceeded.
    package init(_ source: SourceText, limits: Limits = Limits()) throws(YAMLError) {
        var composer = Composer(events: try EventReader(source), limits: limits)
        root = try composer.document()
    }

    /// Checks and parses the bytes of a YAML text. Throws the errors of `SourceText` and of `init(_:limits:)`.
    package init(_ bytes: [UInt8], limits: Limits = Limits()) throws(YAMLError) {
        try self.init(try SourceText(bytes, limits: limits), limits: limits)
    }
}

/// Builds the nodes of a YAML document from libyaml's events and enforces the limits.
private struct Composer: ~Copyable {
    private var events: EventReader
    private let limits: Limits
    private var nodes = 0

    init(events: consuming EventReader, limits: Limits) {
        self.events = events
        self.limits = limits
    }

    mutating func document() throws(YAMLError) -> Node {
        _ = try events.next()
        guard case .documentStart = try events.next() else { throw YAMLError(.empty) }
        guard let root = try node(from: try events.next(), depth: 0) else { throw YAMLError(.empty) }
        _ = try events.next()
        if case .documentStart(let mark) = try events.next() { throw YAMLError(.severalDocuments, at: mark) }
        return root
    }

    /// Returns the node that begins with `event`; `nil` if `event` ends a sequence or a mapping.
    private mutating func node(from event: Event, depth: Int) throws(YAMLError) -> Node? {
        switch event {
        case .scalar(let scalar, let mark):
            try count(at: mark, depth: depth)
            return Node(.scalar(scalar), at: mark)
        case .sequenceStart(let mark):
            try count(at: mark, depth: depth + 1)
            return Node(.sequence(try items(depth: depth + 1)), at: mark)
        case .mappingStart(let mark):
            try count(at: mark, depth: depth + 1)
            return Node(.mapping(try pairs(depth: depth + 1)), at: mark)
        case .documentStart, .other: return nil
        }
    }

    private mutating func items(depth: Int) throws(YAMLError) -> [Node] {
        var items: [Node] = []
        while let item = try node(from: try events.next(), depth: depth) { items.append(item) }
        return items
    }

    private mutating func pairs(depth: Int) throws(YAMLError) -> [Node.Pair] {
        var pairs: [Node.Pair] = []
        while let key = try node(from: try events.next(), depth: depth),
            let value = try node(from: try events.next(), depth: depth)
        {
            pairs.append(Node.Pair(key: key, value: value))
        }
        return pairs
    }

    private mutating func count(at mark: Mark, depth: Int) throws(YAMLError) {
        nodes += 1
        if depth > limits.depth { throw YAMLError(.tooDeep(limit: limits.depth), at: mark) }
        if nodes > limits.nodes { throw YAMLError(.tooManyNodes(limit: limits.nodes), at: mark) }
    }
}

/// The limits of a YAML document; a document that exceeds one of them is refused.
package struct Limits: Sendable, Equatable {
    /// The maximum size of the document's text in bytes; default 1 MiB.
    package var bytes = 1 << 20
    /// The maximum nesting depth of sequences and mappings; default 32.
    package var depth = 32
    /// The maximum number of scalars, sequences and mappings together; default 20,000.
    package var nodes = 20_000

    package init() {}
}
