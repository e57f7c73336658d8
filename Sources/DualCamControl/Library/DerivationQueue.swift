internal import Dispatch
package import DualCamEditing
package import DualCamRecordings
import DualCamSession
package import DualCamTransfer
internal import Synchronization

/// The functions that a library calls to make derived files, delete sessions and run jobs. Separate processes do this
/// work, except for the check of a job's arguments (`judge`).
package struct LibraryTools: Sendable {
    package enum Outcome: Sendable, Equatable {
        case made
        /// The recorded file is not finished yet, or no longer exists.
        case notYet
        /// The attempt failed, and another attempt would fail as well.
        case failed
    }

    /// Makes the missing derived files of a recorded file: stills, waveform and properties. Session and file are given
    /// by name. Returns the outcome. Blocks.
    package var derive: @Sendable (_ session: String, _ file: String) -> Outcome

    /// Deletes a finished session. Returns the error if the deletion fails, otherwise `nil`. Blocks.
    package var delete: @Sendable (_ session: String) -> FolderFailure?

    /// Carries out a job request, passes its progress to `report`, and returns the outcome. Stops if `report` returns
    /// false, because the job was cancelled. Blocks.
    package var work: Work

    package typealias Work =
        @Sendable (
            _ order: Job.Order, _ report: (JobProgress) -> Bool
        ) -> Job.Outcome

    /// Checks the arguments of a job request as far as possible before the job begins. Returns the problem, or `nil` if
    /// there is none. Blocks.
    package var judge: Judge

    package typealias Judge = @Sendable (_ order: Job.Order) -> Job.Problem?

    /// Returns a session as a timeline file for a video editor, or the reason why the file cannot be made. If
    /// `isPortable` is true, the timeline refers to media files by their names in the session's zip archive. Blocks.
    package var timeline: Timeline

    package typealias Timeline =
        @Sendable (
            _ session: String, _ format: TimelineFormat, _ isPortable: Bool
        ) -> Result<[UInt8], Job.Problem>

    /// Returns true if the network is metered, such as a mobile connection. Blocks.
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

/// The queue that makes missing derived files, for one recorded file at a time. Files requested by clients take
/// precedence over those of new recordings.
final class DerivationQueue: Sendable {
    struct Item: Hashable, Sendable {
        var session: String
        var file: String
    }

    private struct State {
        var waiting: [Item] = []
        var failed: Set<Item> = []
        /// The recorded file whose derived files are being made now; `nil` if the queue is idle.
        var current: Item?
        var isBusy = false
    }

    /// The maximum number of recorded files in the queue. Further files are not queued; clients request them again
    /// later.
    private static let most = 500
    private let tools: LibraryTools
    private let isMade: @Sendable (Item) -> Bool
    private let queue = DispatchQueue(label: "dualcam.library.derived")
    private let state = Mutex(State())

    /// Creates an empty queue.
    /// - Parameter isMade: returns true if all derived files of a recorded file exist. Blocks.
    init(_ tools: LibraryTools, isMade: @escaping @Sendable (Item) -> Bool) {
        (self.tools, self.isMade) = (tools, isMade)
    }

    /// True while derived files are being made or wait to be made.
    var isBusy: Bool { state.withLock { $0.isBusy } }

    /// Queues a recorded file, so that its missing derived files are made.
    ///
    /// - Parameter isAsked: true if a client waits for the derived files.
    /// - Returns: false if an earlier attempt failed, in which case nothing is queued; otherwise true, even if the
    ///   queue is full.
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
            // A client may have asked before the files were made, and queued the item again afterwards.
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
