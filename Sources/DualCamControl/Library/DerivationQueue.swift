internal import Dispatch
package import DualCamSession
internal import Synchronization

/// The jobs of a library, which run in separate processes.
package struct LibraryTools: Sendable {
    package enum Outcome: Sendable, Equatable {
        case made
        /// The file is not finished yet, or is gone.
        case notYet
        /// The attempt failed, and another one would fail as well.
        case failed
    }

    /// Makes the missing derived files of a session's file: stills, waveform and facts. Blocks.
    package var derive: @Sendable (_ session: String, _ file: String) -> Outcome

    /// Deletes a finished session; returns the reason if that fails. Blocks.
    package var delete: @Sendable (_ session: String) -> FolderFailure?

    /// Carries out an order and reports its progress. Stops when `report` returns false, because the job was cancelled.
    /// Blocks.
    package var work: Work

    package typealias Work =
        @Sendable (
            _ order: SessionWork.Order, _ report: (SessionWork.Progress) -> Bool
        ) -> SessionWork.Outcome

    /// Checks an order's arguments as far as possible before the job begins; returns a problem, or `nil` for none.
    /// Blocks.
    package var judge: Judge

    package typealias Judge = @Sendable (_ order: SessionWork.Order) -> SessionWork.Problem?

    /// Returns a session as a timeline for a video editor, or the reason why there is none. Blocks.
    package var timeline: Timeline

    package typealias Timeline =
        @Sendable (
            _ session: String, _ format: TimelineFormat, _ isPortable: Bool
        ) -> Result<[UInt8], SessionWork.Problem>

    /// Returns true if the network is metered. Blocks.
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

/// A queue that makes the missing derived files of recordings, one after the other. Requested files come before those
/// just recorded.
final class DerivationQueue: Sendable {
    struct Item: Hashable, Sendable {
        var session: String
        var file: String
    }

    private struct State {
        var waiting: [Item] = []
        var failed: Set<Item> = []
        /// The item whose files are being made.
        var current: Item?
        var isBusy = false
    }

    /// The maximum number of waiting items. Further ones are dropped, because clients ask again.
    private static let most = 500
    private let tools: LibraryTools
    private let isMade: @Sendable (Item) -> Bool
    private let queue = DispatchQueue(label: "dualcam.library.derived")
    private let state = Mutex(State())

    /// - Parameter isMade: Returns true if no derived file is missing. Blocks.
    init(_ tools: LibraryTools, isMade: @escaping @Sendable (Item) -> Bool) {
        (self.tools, self.isMade) = (tools, isMade)
    }

    /// True while files are made or wait to be made.
    var isBusy: Bool { state.withLock { $0.isBusy } }

    /// Queues an item.
    ///
    /// - Parameter isAsked: True if a client waits for the item.
    /// - Returns: False if an earlier attempt failed.
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
            // A client may have looked before the files were made, and queued the item again afterwards.
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
