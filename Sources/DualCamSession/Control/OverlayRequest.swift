import DualCamConfig
import DualCamPlan

/// A request to show, hide or change an overlay of the combined picture.
struct OverlayRequest: PictureRequest {
    var overlay = ""
    var text: String?
    var isOn: Bool?

    static let schema = command(
        .overlay, "show or hide an overlay, or change its text",
        examples: ["overlay title --text 'Lesson 4'", "overlay logo --off"],
        [
            .required("overlay", \.overlay, .text, "the overlay's name in the pipeline file", example: "title"),
            .optional("text", \.text, .text, "the text", example: "Lesson 4"),
            .optional("on", \.isOn, .flag, "show the overlay", example: .bool(true)),
        ])

    /// Shows, hides or changes the overlay in the pipeline.
    ///
    /// Throws `unsupported` if no combined picture or no overlay is recorded. Throws `badValue` for an unknown overlay,
    /// and for a text if the overlay cannot show one. Throws `badRequest` for a request that changes nothing.
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
    /// Returns the overlay settings: whether each overlay is shown, and the text of each text overlay.
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
