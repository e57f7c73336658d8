import DualCamTestKit
import Testing

/// All tests here record in real time. They run one after the other, because they would compete for the CPU.
@Suite(.serialized, .onceMore, .tags(.realTime)) enum Recordings {}

/// A value that several tests share. It is created on first use, and again if a test that used it fails.
final class Shared<Value: Sendable>: RenewedOnce {
    private let task: Made<Task<Value, any Error>>

    init(_ make: @escaping @Sendable () async throws -> Value) { task = Made { Task(operation: make) } }

    var value: Value { get async throws { try await task.get().value } }

    func renew() { task.renew() }
}

/// Several values that are created in parallel on first use, and again if a test fails; for recordings that use little
/// CPU time.
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
