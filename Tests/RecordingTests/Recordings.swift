import DualCamTestKit
import Testing

/// Everything here records in real time: one after the other, or they would take each other's processor.
@Suite(.serialized, .onceMore) enum Recordings {}

/// Something that several tests look at and that is made once, when the first of them asks.
final class Shared<Value: Sendable>: Sendable {
    private let task: Task<Value, any Error>

    init(_ make: @escaping @Sendable () async throws -> Value) { task = Task(operation: make) }

    var value: Value { get async throws { try await task.value } }
}
