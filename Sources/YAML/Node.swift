/// One value of a YAML document and where it starts.
public struct Node: Sendable, Equatable {
    public let content: Content
    public let mark: Mark

    public enum Content: Sendable, Equatable {
        case scalar(Scalar)
        case sequence([Node])
        /// Pairs in the order of the text. Duplicate keys are kept: whoever reads the mapping can report every one.
        case mapping([Pair])
    }

    public struct Scalar: Sendable, Equatable {
        public let text: String
        public let style: Style

        public init(text: String, style: Style) {
            self.text = text
            self.style = style
        }
    }

    /// How a scalar was written: `plain`, in quotes, or as a `|` or `>` block.
    public enum Style: Sendable, Hashable { case plain, singleQuoted, doubleQuoted, literal, folded }

    public struct Pair: Sendable, Equatable {
        public let key: Node
        public let value: Node

        public init(key: Node, value: Node) {
            self.key = key
            self.value = value
        }
    }

    public init(_ content: Content, at mark: Mark) {
        self.content = content
        self.mark = mark
    }
}
