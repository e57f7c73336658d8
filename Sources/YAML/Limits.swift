/// What a document may cost before it is refused.
public struct Limits: Sendable, Equatable {
    /// Size of the text in bytes; default 1 MiB.
    public var bytes = 1 << 20
    /// Sequences and mappings inside each other; default 32.
    public var depth = 32
    /// Scalars, sequences and mappings together; default 20,000.
    public var nodes = 20_000

    public init() {}
}
