internal import Dispatch
internal import Foundation
package import Testing

/// A trait that runs a failed test a second time; only the second result counts. Real-time recording needs CPU time
/// that other programs may take away for a moment. The first failure is printed as a known issue. The trait is allowed
/// only beside `.tags(.realTime)` or `.tags(.emulatedMachine)` (checked by `Scripts/lint/check`).
package struct OnceMore: SuiteTrait, TestTrait, TestScoping {
    package var isRecursive: Bool { true }

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let isOnlyOnce = test.traits.contains { $0 is OnlyOnce }
        guard testCase != nil, !isOnlyOnce else { return try await function() }
        for spare in [1, 0] {
            let before = HostTime()
            let seen = Lock([any RenewedOnce]())
            guard try await Seen.$list.withValue(seen, operation: { try await fails(function) }) else { return }
            print("\(test.name) has failed and is made once more")
            seen.with { $0 }.forEach { $0.renew() }
            // If the host of a virtual machine took much CPU time away, the second attempt may fail as well. The test
            // then gets a third attempt.
            if spare == 0 || before.stolenShare < 0.05 { break }
        }
        try await function()
    }

    private func fails(_ function: @Sendable () async throws -> Void) async throws -> Bool {
        let hasFailed = Lock(false)
        try await withKnownIssue("the first attempt", isIntermittent: true) {
            try await function()
        } matching: { _ in
            hasFailed.with { $0 = true }
            return true
        }
        return hasFailed.with { $0 }
    }
}

/// The CPU time since the machine started, and how much of it the host of a virtual machine gave to others (proc(5),
/// `stat`).
private struct HostTime {
    private let stolen: Double
    private let all: Double

    init() {
        let text = (try? String(contentsOfFile: "/proc/stat", encoding: .utf8)) ?? ""
        let times = text.split(separator: "\n").first?.split(separator: " ").compactMap { Double($0) } ?? []
        (stolen, all) = (times.count > 7 ? times[7] : 0, times.reduce(0, +))
    }

    /// The fraction of the CPU time since this value was created that the host gave to others (0.2 means 20 %).
    var stolenShare: Double {
        let now = HostTime()
        return now.all > all ? (now.stolen - stolen) / (now.all - all) : 0
    }
}

extension Trait where Self == OnceMore {
    package static var onceMore: Self { OnceMore() }
}

/// A trait whose tests are never run a second time, even inside a suite with `.onceMore`. Such tests look for rare
/// faults, which a second attempt would hide.
package struct OnlyOnce: SuiteTrait, TestTrait {
    package var isRecursive: Bool { true }
}

extension Trait where Self == OnlyOnce {
    package static var onlyOnce: Self { OnlyOnce() }
}

/// A shared value that can be created a second time, once a test that used it has failed.
package protocol RenewedOnce: Sendable {
    /// Discards the value and the values that it was made of, so that the next test creates them again. Does nothing on
    /// a second call.
    func renew()
}

/// The list of the shared values that a test, or the creation of another shared value, has used. Before a second
/// attempt, only these values are created again.
private enum Seen {
    @TaskLocal static var list: Lock<[any RenewedOnce]>?
}

/// An expensive value that several tests share. It is created on first use, and created once more if a test that used
/// it fails.
package final class Made<Value: Sendable>: RenewedOnce {
    private struct State: Sendable {
        var result: Result<Value, any Error>?
        /// The shared values that were used to create the result.
        var parts: [any RenewedOnce] = []
        var isRenewed = false
    }

    private let make: @Sendable () throws -> Value
    private let state = Lock(State())
    /// Held while the value is being created, so that other callers wait for it.
    private let making = Lock(())

    package init(_ make: @escaping @Sendable () throws -> Value) { self.make = make }

    package func get() throws -> Value {
        Seen.list?.with { $0.append(self) }
        return try result.get()
    }

    /// Starts creating the value in the background before any test needs it. A test that asks meanwhile waits.
    package func begin() {
        DispatchQueue.global().async { _ = self.result }
    }

    private var result: Result<Value, any Error> {
        making.with { _ in
            if let result = state.with({ $0.result }) { return result }
            let parts = Lock([any RenewedOnce]())
            let result = Seen.$list.withValue(parts) { Result { try make() } }
            state.with { ($0.result, $0.parts) = (result, parts.with { $0 }) }
            return result
        }
    }

    package func renew() {
        let parts = state.with { state in
            guard state.result != nil, !state.isRenewed else { return [any RenewedOnce]() }
            defer { state = State(isRenewed: true) }
            return state.parts
        }
        parts.forEach { $0.renew() }
    }
}
