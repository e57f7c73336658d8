/// Free space that a test sets.
public final class FakeSpace: Sendable {
    private let bytes: Lock<Int64?>

    public init(_ bytes: Int64?) { self.bytes = Lock(bytes) }

    public func set(_ bytes: Int64?) { self.bytes.with { $0 = bytes } }

    public func add(_ more: Int64) { bytes.with { $0 = $0.map { $0 + more } } }

    public func freeBytes() -> Int64? { bytes.with { $0 } }
}
