import DualCamTestKit
import Testing

/// Everything here records in real time: one after the other, or they would take each other's processor.
@Suite(.serialized, .onceMore) enum Recordings {}

/// Something that several tests look at and that is made when the first of them asks, and once more when one of them fails.
final class Shared<Value: Sendable>: RenewedOnce {
    private let task: Made<Task<Value, any Error>>

    init(_ make: @escaping @Sendable () async throws -> Value) { task = Made { Task(operation: make) } }

    var value: Value { get async throws { try await task.get().value } }

    func renew() { task.renew() }
}
