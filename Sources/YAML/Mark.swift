/// A place in a YAML text. Lines and columns count from 1; columns count characters (Unicode scalars), not bytes.
public struct Mark: Sendable, Hashable, Comparable {
    public let line: Int
    public let column: Int

    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    public static func < (left: Mark, right: Mark) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
