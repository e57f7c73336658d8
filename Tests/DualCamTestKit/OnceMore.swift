public import Testing

/// A test that fails is made once more, and only then counts: recording in real time needs a processor that other programs of the
/// machine may take away for a moment. The first failure is printed as a known issue.
public struct OnceMore: SuiteTrait, TestTrait, TestScoping {
    public var isRecursive: Bool { true }

    public func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        let hasFailed = Lock(false)
        try await withKnownIssue("the first attempt", isIntermittent: true) {
            try await function()
        } matching: { _ in
            hasFailed.with { $0 = true }
            return true
        }
        guard hasFailed.with({ $0 }) else { return }
        print("\(test.name) has failed and is made once more")
        Renewal.all.with { $0 }.forEach { $0.renew() }
        try await function()
    }
}

extension Trait where Self == OnceMore {
    public static var onceMore: Self { OnceMore() }
}

public protocol RenewedOnce: Sendable {
    /// Has it made anew for whoever asks next; does nothing the second time.
    func renew()
}

/// What a second attempt must not look at again.
private enum Renewal {
    static let all = Lock([any RenewedOnce]())
}

/// Something expensive that several tests look at: made when the first of them asks, and once more when one of them fails.
public final class Made<Value: Sendable>: RenewedOnce {
    private struct State: Sendable {
        var result: Result<Value, any Error>?
        var isRenewed = false
    }

    private let make: @Sendable () throws -> Value
    private let state = Lock(State())

    public init(_ make: @escaping @Sendable () throws -> Value) {
        self.make = make
        Renewal.all.with { $0.append(self) }
    }

    public func get() throws -> Value {
        try state.with { state in
            let result = state.result ?? Result { try make() }
            state.result = result
            return result
        }.get()
    }

    public func renew() {
        state.with { state in
            guard state.result != nil, !state.isRenewed else { return }
            state = State(result: nil, isRenewed: true)
        }
    }
}
