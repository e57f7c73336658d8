internal import DualCamPlan
internal import Synchronization

/// A relay that passes errors of recorded files to a listener that is set later. Errors that occur while no listener is
/// set are ignored.
final class FileFailureRelay: Sendable {
    private let listener = Mutex<(@Sendable (String, GraphFailure) -> Void)?>(nil)

    func connect(_ listener: @escaping @Sendable (String, GraphFailure) -> Void) {
        self.listener.withLock { $0 = listener }
    }

    func tell(_ path: String, _ failure: GraphFailure) { listener.withLock { $0 }?(path, failure) }
}
