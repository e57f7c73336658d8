import DualCamPlan
package import DualCamProcess
import DualCamWorker
import Glibc

/// The queue of events for a hook's web address, one file per event, in `$XDG_STATE_HOME/dualcam/hooks/HASH`. Only this
/// user may read the files.
package struct EventQueue: Sendable {
    /// The maximum number of queued events.
    static let most = 1000
    /// The age from which an event is not sent any more.
    static let oldest = Duration.seconds(7 * 86400)
    private static let suffix = ".json"

    let folder: String
    private let files: any FileView

    init(for address: String, in place: ProcessEnvironment) {
        let hash = SettingsStore.hash(address)
        self.init(folder: "\(place.stateFolder)/hooks/\(hash)", in: place)
    }

    /// Opens the queue in a folder, which need not exist.
    package init(folder: String, in place: ProcessEnvironment) { (self.folder, files) = (folder, place.files) }

    /// The file names of the queued events, oldest first.
    package var names: [String] { files.names(in: folder).filter { $0.hasSuffix(Self.suffix) }.sorted() }

    /// Adds an event to the queue. If the queue is full, deletes the oldest events. Blocks.
    /// - Parameter time: The event's Unix time in nanoseconds, which must be later than that of the previous event.
    /// - Returns: Why the event was not stored, or a warning that old events were deleted; `nil` on success.
    func keep(_ event: HookEvent, at time: Int64) -> String? {
        FileWriting.makeFolder(folder.parentFolder)
        mkdir(folder, 0o700)
        let waiting = names
        for name in waiting.prefix(max(0, waiting.count + 1 - Self.most)) { remove(name) }
        let digits = String(time)
        let name = String(repeating: "0", count: max(0, 20 - digits.count)) + "\(digits)-\(getpid())\(Self.suffix)"
        let problem = FileWriting.write(event.ownJSON, to: "\(folder)/\(name)")
        return problem
            ?? (waiting.count >= Self.most ? "more than \(Self.most) are waiting, and the oldest are discarded" : nil)
    }

    /// Returns the event that a file of the queue contains; `nil` if the file contains no event.
    package func event(_ name: String) -> HookEvent? {
        files.bytes(of: "\(folder)/\(name)", limit: 1 << 26).flatMap(HookEvent.init(ownJSON:))
    }

    /// Returns true if a queued event is too old to be sent.
    package func isOutdated(_ name: String, at time: Int64) -> Bool {
        guard let written = Int64(name.prefix { $0 != "-" }) else { return true }
        return time -| written > Self.oldest.components.seconds *| 1_000_000_000
    }

    /// Deletes an event from the queue. Ignores errors. Blocks.
    ///
    /// - Parameter name: The event's file name, one of `names`.
    package func remove(_ name: String) { unlink("\(folder)/\(name)") }

    /// Performs `work` while no other process sends events from this queue. If the queue's lock file cannot be opened,
    /// performs `work` without this protection. Blocks.
    package func held<Result>(_ work: () -> Result) -> Result {
        let lock = open(folder + "/lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { if lock >= 0 { close(lock) } }
        while lock >= 0, flock(lock, LOCK_EX) != 0, errno == EINTR {}
        return work()
    }
}
