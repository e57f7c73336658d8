package import DualCamTransfer
internal import Synchronization

/// A thread-safe store for the current state of backups. The supervisor copies sessions and updates the state; clients'
/// requests read it.
package final class BackupStatusStore: Sendable {
    private let newest = Mutex(BackupState())
    private let listener = Mutex<(@Sendable () -> Void)?>(nil)

    package init() {}

    package var state: BackupState {
        get { newest.withLock { $0 } }
        set {
            newest.withLock { $0 = newValue }
            listener.withLock { $0 }?()
        }
    }

    /// Sets the closure that is called whenever the state changes. It replaces the previous closure.
    func listen(_ listener: @escaping @Sendable () -> Void) { self.listener.withLock { $0 = listener } }
}
