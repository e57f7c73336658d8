import DualCamConfig
import DualCamPlan

/// A request to change an overlay.
package struct OverlayRequest: CommandRequest {
    var overlay = ""
    var text: String?
    var isOn: Bool?

    static let definition = CommandDefinition(
        .overlay, "show, hide or write what lies over the combined picture",
        examples: ["overlay title --text 'Lesson 4'", "overlay logo --off"], ControlCommand.Request.overlay)

    static var arguments: [CommandArgument<Self>] {
        [
            .required("overlay", \.overlay, .text, "its name in the pipeline file", example: "title"),
            .optional("text", \.text, .text, "what it says", example: "Lesson 4"),
            .optional("on", \.isOn, .flag, "whether it is shown", example: .bool(true)),
        ]
    }

    /// The keys of the pipeline file that lead there.
    ///
    /// Throws `unsupported` where no combined picture is recorded, `badValue` for an overlay that the pipeline file does not have and
    /// for the text of one that has none, and `badRequest` for a command that asks for nothing.
    ///
    /// - Parameter pipeline: as it is directed now.
    func settings(over pipeline: Pipeline) throws(ControlRefusal) -> [LiveSetting] {
        let overlays = try pipeline.recordedCombined.overlays
        guard let known = overlays.first(where: { $0.name == overlay }) else {
            guard !overlays.isEmpty else { throw .noOverlays }
            throw .unknown(overlay, "overlay", among: overlays.map(\.name))
        }
        guard text != nil || isOn != nil else {
            throw ControlRefusal(
                .badRequest, "overlay needs a text, or whether it is shown.",
                advice: "Send it as in {\"overlay\":\"\(overlay)\",\"on\":false}.")
        }
        if text != nil, let kind = known.content?.otherThanText {
            throw ControlRefusal(
                .badValue, "Overlay \(overlay) is \(kind) and takes no text.",
                advice: "Show or hide it, or write an overlay with a text into the pipeline file.")
        }
        let key = "combined.overlays.\(overlay)"
        return [
            text.map { LiveSetting("\(key).text", $0) }, isOn.map { LiveSetting("\(key).show", $0 ? "on" : "off") },
        ].compactMap { $0 }
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
    fileprivate static var noOverlays: ControlRefusal {
        ControlRefusal(
            .unsupported, "This recording has no overlays.",
            advice: "Write them into the pipeline file, under combined.overlays.")
    }
}

// MARK: Overlays
extension SessionMachine {
    mutating func directOverlay(
        _ pending: inout PendingCommand, _ request: OverlayRequest
    ) throws(ControlRefusal) {
        guard let now = direction.pipeline else {
            throw ControlRefusal(.unsupported, "This recording takes no directions.")
        }
        let pipeline = try redirect(&pending, try request.settings(over: now))
        guard let picture = PictureDirection(pipeline) else { throw .noCombinedPicture }
        direct(.picture(picture), for: pending)
    }

    /// Returns two settings for each overlay: its visibility and, where it has one, its text.
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
