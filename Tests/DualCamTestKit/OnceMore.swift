internal import Dispatch
internal import Foundation
package import Testing

/// A test that fails is made once more, and only then counts: recording in real time needs a processor that other programs of the
/// machine may take away for a moment. The first failure is printed as a known issue. It stands beside `.tags(.realTime)` or
/// `.tags(.emulatedMachine)` only (`Scripts/lint`).
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
            // A host that takes the processors away spoils the next attempt as well: that one is not the last.
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

/// Processor time since the machine started, and how much of it the host of a virtual machine gave to others (proc(5), `stat`).
private struct HostTime {
    private let stolen: Double
    private let all: Double

    init() {
        let text = (try? String(contentsOfFile: "/proc/stat", encoding: .utf8)) ?? ""
        let times = text.split(separator: "\n").first?.split(separator: " ").compactMap { Double($0) } ?? []
        (stolen, all) = (times.count > 7 ? times[7] : 0, times.reduce(0, +))
    }

    /// Since then.
    var stolenShare: Double {
        let now = HostTime()
        return now.all > all ? (now.stolen - stolen) / (now.all - all) : 0
    }
}

extension Trait where Self == OnceMore {
    package static var onceMore: Self { OnceMore() }
}

/// Nothing in it is made a second time, whatever encloses it: a fault that is rare is what it looks for.
package struct OnlyOnce: SuiteTrait, TestTrait {
    package var isRecursive: Bool { true }
}

extension Trait where Self == OnlyOnce {
    package static var onlyOnce: Self { OnlyOnce() }
}

package protocol RenewedOnce: Sendable {
    /// Lets it, and what it was made of, be made anew for the next test that asks; does nothing the second time.
    func renew()
}

/// What a test, or the making of something, has looked at: its second attempt makes this anew, and nothing else.
private enum Seen {
    @TaskLocal static var list: Lock<[any RenewedOnce]>?
}

/// Something expensive that several tests look at: made when the first of them asks, and once more when one that has looked at it fails.
package final class Made<Value: Sendable>: RenewedOnce {
    private struct State: Sendable {
        var result: Result<Value, any Error>?
        /// What it was made of.
        var parts: [any RenewedOnce] = []
        var isRenewed = false
    }

    private let make: @Sendable () throws -> Value
    private let state = Lock(State())
    /// Held while it is made.
    private let making = Lock(())

    package init(_ make: @escaping @Sendable () throws -> Value) { self.make = make }

    package func get() throws -> Value {
        Seen.list?.with { $0.append(self) }
        return try result.get()
    }

    /// Begins to make it although nobody asks yet; whoever asks meanwhile waits.
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
