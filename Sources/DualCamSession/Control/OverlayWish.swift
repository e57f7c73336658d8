import DualCamConfig
import DualCamPlan

/// What a command about an overlay comes to, as keys of the pipeline file.
struct OverlayWish {
    private let overlay: Overlay
    private let command: ControlCommand

    /// - Parameter pipeline: as it is directed now.
    ///
    /// Throws `unsupported` where no combined picture is recorded, `badValue` for an overlay that the pipeline file does not have and
    /// for the text of one that has none, and `badRequest` for a command that asks for nothing.
    init(_ pipeline: Pipeline, _ command: ControlCommand) throws(ControlRefusal) {
        guard let combined = pipeline.combined, pipeline.outputs.contains(.combined) else { throw .noCombinedPicture }
        let (word, names) = (command["overlay"]?.text ?? "", combined.overlays.map(\.name))
        guard let overlay = combined.overlays.first(where: { $0.name == word }) else {
            guard !names.isEmpty else { throw .noOverlays }
            throw .unknown(word, "overlay", among: names)
        }
        (self.overlay, self.command) = (overlay, command)
        guard command["text"] != nil || command["on"] != nil else {
            throw ControlRefusal(
                .badRequest, "overlay needs a text, or whether it is shown.",
                advice: "Send it as in {\"overlay\":\"\(word)\",\"on\":false}.")
        }
        if command["text"] != nil, let kind = overlay.content?.otherThanText {
            throw ControlRefusal(
                .badValue, "Overlay \(word) is \(kind) and takes no text.",
                advice: "Show or hide it, or write an overlay with a text into the pipeline file.")
        }
    }

    var settings: [LiveSetting] {
        let key = "combined.overlays.\(overlay.name)"
        let text = command["text"]?.text.map { LiveSetting("\(key).text", $0) }
        let show = command["on"]?.flag.map { LiveSetting("\(key).show", $0 ? "on" : "off") }
        return [text, show].compactMap { $0 }
    }
}

extension Overlay.Content {
    fileprivate var otherThanText: String? {
        switch self {
        case .text: nil
        case .clock: "a clock"
        case .timecode: "a timecode"
        case .image: "a picture"
        }
    }
}

extension ControlRefusal {
    fileprivate static let noOverlays = ControlRefusal(
        .unsupported, "This recording has no overlays.",
        advice: "Write them into the pipeline file, under combined.overlays.")
}

// MARK: Overlays
extension SessionState {
    mutating func directOverlay(_ pending: inout PendingCommand) throws(ControlRefusal) {
        guard let now = direction.pipeline else {
            throw ControlRefusal(.unsupported, "This recording takes no directions.")
        }
        let pipeline = try redirect(&pending, try OverlayWish(now, pending.command).settings)
        guard let picture = PictureDirection(pipeline) else { throw .noCombinedPicture }
        direct(.picture(picture), for: pending)
    }

    /// What is shown of each, and the text of those that have one.
    func overlaySettings(_ pipeline: Pipeline) -> [ControlSetting] {
        guard let combined = pipeline.combined, pipeline.outputs.contains(.combined) else { return [] }
        return combined.overlays.flatMap { overlay in
            let name = "overlay.\(overlay.name)"
            let shown = ControlSetting(name, .bool(overlay.isShown), .flag, by: .overlay)
            guard case .text(let text) = overlay.content else { return [shown] }
            return [shown, ControlSetting("\(name).text", .string(text), .text, by: .overlay)]
        }
    }
}
