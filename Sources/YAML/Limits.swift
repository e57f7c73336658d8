/// The limits beyond which a document is refused.
package struct Limits: Sendable, Equatable {
    /// Size of the text in bytes; default 1 MiB.
    package var bytes = 1 << 20
    /// Sequences and mappings inside each other; default 32.
    package var depth = 32
    /// Scalars, sequences and mappings together; default 20,000.
    package var nodes = 20_000

    package init() {}
}
