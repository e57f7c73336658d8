/// Free disk space, in bytes, that a test sets.
package final class FakeSpace: Sendable {
    private let bytes: Lock<Int64?>

    package init(_ bytes: Int64?) { self.bytes = Lock(bytes) }

    package func set(_ bytes: Int64?) { self.bytes.with { $0 = bytes } }

    package func add(_ more: Int64) { bytes.with { $0 = $0.map { $0 + more } } }

    package func freeBytes() -> Int64? { bytes.with { $0 } }
}
