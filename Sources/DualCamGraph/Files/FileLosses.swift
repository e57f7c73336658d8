internal import DualCamPlan
internal import Synchronization

/// Leads what is told of files to whoever is there to hear it.
final class FileLosses: Sendable {
    private let listener = Mutex<(@Sendable (String, GraphFailure) -> Void)?>(nil)

    func connect(_ listener: @escaping @Sendable (String, GraphFailure) -> Void) {
        self.listener.withLock { $0 = listener }
    }

    func tell(_ path: String, _ failure: GraphFailure) { listener.withLock { $0 }?(path, failure) }
}
