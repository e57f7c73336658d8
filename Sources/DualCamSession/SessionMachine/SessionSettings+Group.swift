import DualCamConfig
import DualCamRecordings

extension SessionSettings {
    /// The group that the recordings are shared with, or the reason why it cannot be used; `nil` if none is configured.
    /// Blocks.
    var group: Result<UserGroup, Refusal>? {
        recording.group.map { name in
            Result { () throws(Refusal) in try UserGroup(named: name) }
        }
    }

    /// The group that the recordings are shared with, if it can be used; otherwise `nil`. Blocks.
    var usableGroup: UserGroup? {
        guard case .success(let group)? = group else { return nil }
        return group
    }
}
