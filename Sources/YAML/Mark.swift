/// A place in a YAML text. Lines and columns count from 1; columns count characters (Unicode scalars), not bytes.
package struct Mark: Sendable, Hashable, Comparable {
    package let line: Int
    package let column: Int

    package static func < (left: Mark, right: Mark) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
