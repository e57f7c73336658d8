import DualCamConfig
import DualCamPlan
import DualCamRecordings

extension SessionMachine {
    /// The combined picture at the beginning of the recording, for the ledger entry `recording`; empty if there is
    /// none. Entries of the kind `picture` record its changes.
    var firstPicture: [JSONValue.Member] {
        guard let pipeline = direction.pipeline, let combined = pipeline.combined else { return [] }
        let main = combined.cast(of: pipeline.cameras.map(\.name)).first
        let settings = order.description.overrides
        let newer = direction.settings.filter { setting in
            settings.last { $0.hasPrefix(setting.key + "=") } != setting.override
        }
        return .of([
            "picture": JSONValue.of([
                "layout": "\(combined.layout)", "main": main, "settings": settings + newer.map(\.override),
                "folder": order.description.folder,
            ])
        ])
    }

    /// Writes a change of the combined picture to the ledger.
    ///
    /// - Parameter time: The running time of the first frame that shows the change; `nil` if no frame is drawn now.
    mutating func notePicture(_ settings: [Setting], _ picture: PictureDirection, at time: RunningTime?) {
        guard hasBegun else { return }
        let entry = PictureEntry(settings: settings.map(\.override), change: picture.change)
        record(.picture, at: time, entry.members)
    }
}
