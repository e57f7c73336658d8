import DualCamConfig

struct InsetRequest: ArrangingRequest {
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

    static let schema = command(
        .inset, "move, resize or frame the inset",
        examples: ["inset top-left --size 30%", "inset 60%,10% --radius 24 --border 4"],
        [
            .optional("camera", \.camera, .text, "the camera", example: "front"),
            .optional("position", \.position, .position, "the position", example: "top-left", isPositional: true),
            .optional(
                "size", \.size, .quantity(Inset.sizes), "the width, as a share of the canvas width", example: "25%"),
            .optional("margin", \.margin, .pixels(Inset.margins), "the distance from the edges", example: .integer(20)),
            .optional(
                "radius", \.radius, .pixels(Inset.radii), "the radius of the rounded corners", example: .integer(24)),
            .optional("border", \.border, .pixels(Inset.borders), "the width of the border", example: .integer(4)),
            .optional("border-colour", \.borderColour, .colour, "the colour of the border", example: "white"),
            .optional("shadow", \.shadow, .pixels(Inset.shadows), "the size of the shadow", example: .integer(16)),
            .optional("opacity", \.opacity, .quantity(Share.whole), "the opacity of the whole inset", example: "100%"),
        ] + motion)

    func change(_ edit: inout PipelineEdit) throws(ControlRefusal) {
        let combined = try edit.pipeline.recordedCombined
        guard !isBlank else { throw .asksForNothing(.inset, "{\"position\":\"top-left\"}") }
        if let camera { try edit.pipeline.check(camera: camera) }
        if borderColour != nil, combined.mixer != .dualcam { throw .notDrawn("border", by: combined.mixer) }
        edit.set("combined.inset.camera", \.picture.inset.camera, camera)
        place(&edit)
        edit.set("combined.inset.size", \.picture.inset.size, size)
        edit.set("combined.inset.opacity", \.picture.inset.opacity, opacity)
        edit.set("combined.inset.margin", \.picture.inset.margin, margin)
        edit.set("combined.inset.radius", \.picture.inset.radius, radius)
        edit.set("combined.inset.border", \.picture.inset.border, border)
        edit.set("combined.inset.shadow", \.picture.inset.shadow, shadow)
        edit.set("combined.inset.border-colour", \.picture.inset.borderColour, borderColour)
    }

    private func place(_ edit: inout PipelineEdit) {
        guard let position else { return }
        let key = "combined.inset.position"
        switch position {
        case .corner(let corner): edit.set(key, \.picture.inset.position, to: position, as: corner.rawValue)
        case .free(let point):
            edit.set("\(key).x", \.picture.inset.position, to: position, as: point.x.notation)
            edit.set("\(key).y", \.picture.inset.position, to: position, as: point.y.notation)
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

struct DividerRequest: ArrangingRequest {
    var width: Int?
    var colour: PlainColour?
    var style = ChangeStyle()

    static let schema = command(
        .divider, "draw lines between adjacent cameras",
        examples: ["divider --width 4 --colour white", "divider --width 0"],
        [
            .optional(
                "width", \.width, .pixels(Divider.widths), "the width of the lines; 0 for none", example: .integer(4)),
            .optional("colour", \.colour, .colour, "the colour of the lines", example: "white"),
        ] + motion)

    func change(_ edit: inout PipelineEdit) throws(ControlRefusal) {
        let combined = try edit.pipeline.recordedCombined
        guard !isBlank else { throw .asksForNothing(.divider, "{\"width\":4}") }
        guard combined.mixer == .dualcam else { throw .notDrawn("lines", by: combined.mixer) }
        edit.set("combined.divider.width", \.picture.divider.width, width)
        edit.set("combined.divider.colour", \.picture.divider.colour, colour)
    }
}

extension ArgumentType<PlainColour> {
    static var colour: Self {
        .written(as: .choice(PlainColour.names, other: "or #rrggbb"), PlainColour.init(parsing:))
    }
}
