import DualCamConfig
import DualCamPlan

/// A request that shows, hides or changes an overlay.
struct OverlayRequest: PictureRequest {
    var overlay = ""
    var text: String?
    var isOn: Bool?

    static let schema = command(
        .overlay, "show, hide or write what lies over the combined picture",
        examples: ["overlay title --text 'Lesson 4'", "overlay logo --off"],
        [
            .required("overlay", \.overlay, .text, "its name in the pipeline file", example: "title"),
            .optional("text", \.text, .text, "what it says", example: "Lesson 4"),
            .optional("on", \.isOn, .flag, "whether it is shown", example: .bool(true)),
        ])

    /// Changes the overlay in the pipeline.
    ///
    /// Throws `unsupported` if no combined picture is recorded. Throws `badValue` for an unknown overlay, and for the
    /// text of an overlay without text. Throws `badRequest` for a request that changes nothing.
    func change(_ edit: inout PipelineEdit) throws(ControlRefusal) {
        let overlays = try edit.pipeline.recordedCombined.overlays
        guard let index = overlays.firstIndex(where: { $0.name == overlay }) else {
            guard !overlays.isEmpty else {
                throw ControlRefusal(
                    .unsupported, "This recording has no overlays.",
                    advice: "Write them into the pipeline file, under combined.overlays.")
            }
            throw .unknown(overlay, "overlay", among: overlays.map(\.name))
        }
        guard text != nil || isOn != nil else {
            throw ControlRefusal(
                .badRequest, "overlay needs a text, or whether it is shown.",
                advice: "Send it as in {\"overlay\":\"\(overlay)\",\"on\":false}.")
        }
        if text != nil, let kind = overlays[index].content?.otherThanText {
            throw ControlRefusal(
                .badValue, "Overlay \(overlay) is \(kind) and takes no text.",
                advice: "Show or hide it, or write an overlay with a text into the pipeline file.")
        }
        let key = "combined.overlays.\(overlay)"
        if let text { edit.set("\(key).text", \.picture.overlays[index].content, to: .text(text), as: text) }
        edit.set("\(key).show", \.picture.overlays[index].isShown, isOn)
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

// MARK: Overlays
extension SessionMachine {
    /// Returns the visible state of each overlay, and the text of those that have one.
    func overlaySettings(_ pipeline: Pipeline) -> [ControlSetting] {
        guard let combined = pipeline.combined, pipeline.decidesPicture else { return [] }
        return combined.overlays.flatMap { overlay in
            let name = "overlay.\(overlay.name)"
            let shown = ControlSetting(name, .bool(overlay.isShown), .flag, by: .overlay)
            guard case .text(let text) = overlay.content else { return [shown] }
            return [shown, ControlSetting("\(name).text", .string(text), .text, by: .overlay)]
        }
    }
}
