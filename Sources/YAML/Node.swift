/// A value in a YAML document, with the position where it starts.
package struct Node: Sendable, Equatable {
    package let content: Content
    package let mark: Mark

    package enum Content: Sendable, Equatable {
        case scalar(Scalar)
        case sequence([Node])
        /// A mapping, with its pairs in the order of the text. Duplicate keys are kept, so that the code that reads the
        /// mapping can report each of them.
        case mapping([Pair])
    }

    package struct Scalar: Sendable, Equatable {
        package let text: String
        /// True when the text is written without quotes and not as a `|` or `>` block.
        package let isPlain: Bool
    }

    package struct Pair: Sendable, Equatable {
        package let key: Node
        package let value: Node
    }

    package init(_ content: Content, at mark: Mark) {
        self.content = content
        self.mark = mark
    }
}

/// A position in a YAML text. Lines and columns count from 1; columns count characters (Unicode scalars), not bytes.
package struct Mark: Sendable, Hashable, Comparable {
    package let line: Int
    package let column: Int

    package static func < (left: Mark, right: Mark) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
