import DualCamTestKit
import Testing

/// Everything here records in real time: one after the other, or they would take each other's processor.
@Suite(.serialized, .onceMore, .tags(.realTime)) enum Recordings {}

/// Something that several tests look at and that is made when the first of them asks, and once more when one of them fails.
final class Shared<Value: Sendable>: RenewedOnce {
    private let task: Made<Task<Value, any Error>>

    init(_ make: @escaping @Sendable () async throws -> Value) { task = Made { Task(operation: make) } }

    var value: Value { get async throws { try await task.get().value } }

    func renew() { task.renew() }
}

/// Several things made side by side, when the first test asks, and once more when a test fails: for recordings that
/// leave the processor idle most of their time.
struct SideBySide<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let made: Shared<[Key: Value]>

    init(_ keys: [Key], _ make: @escaping @Sendable (Key) async throws -> Value) {
        made = Shared {
            try await withThrowingTaskGroup(of: (Key, Value).self) { group in
                for key in keys { group.addTask { (key, try await make(key)) } }
                return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
        }
    }

    func of(_ key: Key) async throws -> Value { try #require(try await made.value[key]) }
}
