import DualCamConfig

package struct InsetRequest: PictureRequest {
    var camera: String?
    var position: InsetPosition?
    var size: Share?
    var margin: Int?
    var radius: Int?
    var border: Int?
    var borderColour: PlainColour?
    var shadow: Int?
    var opacity: Share?
    var style = ChangeStyle()

    static let definition = CommandDefinition(
        .inset, "move, resize or frame the inset",
        examples: ["inset top-left --size 30%", "inset 60%,10% --radius 24 --border 4"], ControlCommand.Request.inset)

    static var arguments: [CommandArgument<Self>] {
        [
            .optional("camera", \.camera, .text, "the camera", example: "front"),
            .optional("position", \.position, .position, "where", example: "top-left", isPositional: true),
            .optional("size", \.size, .quantity(Inset.sizes), "its width, as a share of the canvas's", example: "25%"),
            .optional("margin", \.margin, .pixels(Inset.margins), "distance from the edges", example: .integer(20)),
            .optional("radius", \.radius, .pixels(Inset.radii), "of its round corners", example: .integer(24)),
            .optional("border", \.border, .pixels(Inset.borders), "width of its border", example: .integer(4)),
            .optional("border-colour", \.borderColour, .colour, "colour of its border", example: "white"),
            .optional("shadow", \.shadow, .pixels(Inset.shadows), "reach of its shadow", example: .integer(16)),
            .optional("opacity", \.opacity, .quantity(Share.whole), "opacity of all of it", example: "100%"),
        ] + motion
    }

    func settings(over pipeline: Pipeline) throws(ControlRefusal) -> [LiveSetting] {
        let combined = try pipeline.recordedCombined
        guard !isBlank else { throw .asksForNothing(.inset, "{\"position\":\"top-left\"}") }
        if let camera { try pipeline.check(camera: camera) }
        if borderColour != nil, combined.mixer != .dualcam { throw .notDrawn("border", by: combined.mixer) }
        let values: [(key: String, value: String?)] = [
            ("size", size?.notation), ("opacity", opacity?.notation), ("margin", margin.map(String.init)),
            ("radius", radius.map(String.init)), ("border", border.map(String.init)),
            ("shadow", shadow.map(String.init)), ("border-colour", borderColour?.notation),
        ]
        return (camera.map { [LiveSetting("combined.inset.camera", $0)] } ?? []) + place
            + values.compactMap { key, value in value.map { LiveSetting("combined.inset.\(key)", $0) } }
    }

    private var place: [LiveSetting] {
        let key = "combined.inset.position"
        switch position {
        case nil: return []
        case .corner(let corner): return [LiveSetting(key, corner.rawValue)]
        case .free(let point):
            return [LiveSetting("\(key).x", point.x.notation), LiveSetting("\(key).y", point.y.notation)]
        }
    }
}

extension ArgumentType<InsetPosition> {
    fileprivate static var position: Self {
        let corners = Corner.allCases.map(\.rawValue)
        return Self(kind: .position(corners)) { (value) throws(ControlRefusal) in
            if let word = value.text {
                guard let corner = Corner(rawValue: word == "centre" ? Corner.center.rawValue : word) else {
                    throw .unknown(word, "position", among: corners)
                }
                return .corner(corner)
            }
            guard let x = value["x"]?.text, let y = value["y"]?.text, value.members?.count == 2 else {
                throw ControlRefusal(
                    .badRequest, "A free position has an x and a y.",
                    advice: "Send it as in {\"x\":\"60%\",\"y\":\"10%\"}.")
            }
            do throws(Refusal) {
                return .free(
                    Point(x: try Share(parsing: x, in: Share.whole), y: try Share(parsing: y, in: Share.whole)))
            } catch {
                throw ControlRefusal(error)
            }
        }
    }
}
