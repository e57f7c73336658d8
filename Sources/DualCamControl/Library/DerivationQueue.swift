internal import Dispatch
package import DualCamSession
internal import Synchronization

/// The jobs that a library runs in processes of its own.
package struct LibraryTools: Sendable {
    package enum Outcome: Sendable, Equatable {
        case made
        /// The file is not finished yet, or gone.
        case notYet
        /// Another attempt would go the same way.
        case failed
    }

    /// Makes what is missing of a session's file: stills, waveform and facts. Blocks.
    package var derive: @Sendable (_ session: String, _ file: String) -> Outcome

    /// Deletes a finished session, and returns why it could not. Blocks.
    package var delete: @Sendable (_ session: String) -> FolderFailure?

    /// Carries an order out, and reports how far it is; when that returns false, nobody wants it any more. Blocks.
    package var work: Work

    package typealias Work =
        @Sendable (
            _ order: SessionWork.Order, _ report: (SessionWork.Progress) -> Bool
        ) -> SessionWork.Outcome

    /// Returns the problem of an order's arguments, as far as it is known before the job begins; `nil`: none. Blocks.
    package var judge: Judge

    package typealias Judge = @Sendable (_ order: SessionWork.Order) -> SessionWork.Problem?

    /// The text of a session as a timeline for an editor, or why there is none. Blocks.
    package var timeline: Timeline

    package typealias Timeline =
        @Sendable (
            _ session: String, _ format: TimelineFormat, _ isPortable: Bool
        ) -> Result<[UInt8], SessionWork.Problem>

    /// Tells whether what is sent over the network costs money. Blocks.
    package var isMetered: @Sendable () -> Bool

    package init(
        work: @escaping Work, isMetered: @escaping @Sendable () -> Bool = { false },
        judge: @escaping Judge = { _ in nil },
        timeline: @escaping Timeline = { _, _, _ in .failure(.init("No timelines are made here.")) },
        delete: @escaping @Sendable (_ session: String) -> FolderFailure?,
        derive: @escaping @Sendable (_ session: String, _ file: String) -> Outcome
    ) {
        (self.work, self.judge, self.timeline) = (work, judge, timeline)
        (self.delete, self.derive, self.isMetered) = (delete, derive, isMetered)
    }
}

/// Makes what is missing of recorded files, one after the other: what is asked for first, before what has just been recorded.
final class DerivationQueue: Sendable {
    struct Item: Hashable, Sendable {
        var session: String
        var file: String
    }

    private struct State {
        var waiting: [Item] = []
        var failed: Set<Item> = []
        /// The item that is being made.
        var current: Item?
        var isBusy = false
    }

    /// More are not kept waiting: who wants them asks again.
    private static let most = 500
    private let tools: LibraryTools
    private let isMade: @Sendable (Item) -> Bool
    private let queue = DispatchQueue(label: "dualcam.library.derived")
    private let state = Mutex(State())

    /// - Parameter isMade: Tells that nothing is missing of a file. Blocks.
    init(_ tools: LibraryTools, isMade: @escaping @Sendable (Item) -> Bool) {
        (self.tools, self.isMade) = (tools, isMade)
    }

    /// True while something is made, or waits for that.
    var isBusy: Bool { state.withLock { $0.isBusy } }

    /// - Parameter isAsked: Somebody waits for it.
    /// - Returns: false when it has been tried in vain.
    func add(_ item: Item, isAsked: Bool) -> Bool {
        state.withLock { state in
            guard !state.failed.contains(item) else { return false }
            guard state.current != item else { return true }
            if isAsked { state.waiting.removeAll { $0 == item } }
            guard !state.waiting.contains(item), state.waiting.count < Self.most else { return true }
            state.waiting.insert(item, at: isAsked ? 0 : state.waiting.count)
            if !state.isBusy {
                state.isBusy = true
                queue.async { self.work() }
            }
            return true
        }
    }

    private func work() {
        while let item = next() {
            // Whoever has asked may have looked before it was made, and come here behind that.
            guard !isMade(item) else { continue }
            if tools.derive(item.session, item.file) == .failed {
                state.withLock { state in
                    if state.failed.count >= Self.most { state.failed = [] }
                    state.failed.insert(item)
                }
            }
        }
    }

    private func next() -> Item? {
        state.withLock { state in
            state.current = state.waiting.first
            if state.waiting.isEmpty { state.isBusy = false } else { state.waiting.removeFirst() }
            return state.current
        }
    }
}
