import DualCamConfig

extension PlanBuilder {
    /// Returns the slate for a camera that the combined picture can show; otherwise `nil`. The slate has the camera's
    /// size, rate and colours, so that the input of the mixer does not change.
    package func slate(of camera: CameraDecision) -> SlatePlan? {
        guard camera.isFed else { return nil }
        let name = camera.name
        let branch = BranchID.slate(InputName(name))
        let colour = camera.delivery.colour ?? .bt709
        let caps = { (colour: Colour) in
            StructurePlan.raw(decisions.format, camera.size, camera.camera.rate, colour: colour)
        }
        var elements = [
            ElementPlan(
                "videotestsrc", name: "\(name).slate-source", branch: branch,
                [
                    Property("is-live", .bool(true)),
                    Property("pattern", .enumeration(type: "GstVideoTestSrcPattern", nick: "solid-color")),
                    Property("foreground-color", .uint(Self.slateColour)),
                ]),
            .caps("\(name).slate-caps", branch, caps(colour.limited)),
        ]
        let writes = decisions.inputs.machine.elements.contains(Self.textWriter)
        if writes { elements.append(writer("\(name).slate-text", branch)) }
        if colour.isFullRange {
            elements.append(ElementPlan(Self.view, name: "\(name).slate-view", branch: branch))
            elements.append(.caps("\(name).slate-range", branch, caps(colour)))
        }
        return SlatePlan(
            camera: name, elements: elements, links: Self.slateLinks(elements),
            writer: writes ? "\(name).slate-text" : nil,
            input: PadReference("combined.input-\(name)-guard", "sink"),
            camerasTee: PadReference("\(name).tee", "src_%u"))
    }

    /// Returns the links that connect the elements of a slate in a row.
    package static func slateLinks(_ elements: [ElementPlan]) -> [LinkPlan] {
        zip(elements, elements.dropFirst()).map { from, to in
            LinkPlan(PadReference(from.name), PadReference(to.name, to.factory == textWriter ? "video_sink" : nil))
        }
    }

    package static var textWriter: String { "textoverlay" }

    /// The background colour of slates (ARGB). It is dark but can be distinguished from a camera that delivers only
    /// black.
    private static var slateColour: UInt64 { 0xff14_1b24 }

    /// Returns the element that draws the text of a slate. Font sizes refer to a picture with a width of 640 pixels,
    /// and the element scales them. The lines are short, so that they remain visible even if a layout shows only a
    /// narrow part of the slate.
    private func writer(_ name: String, _ branch: BranchID) -> ElementPlan {
        ElementPlan(
            Self.textWriter, name: name, branch: branch,
            [
                Property("font-desc", .string("Sans 16")),
                Property("valignment", .enumeration(type: "GstBaseTextOverlayVAlign", nick: "center")),
            ])
    }
}
