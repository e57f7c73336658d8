internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

extension OverlayPlan {
    var style: LetterStyle {
        let letters = overlay.letters
        var style = LetterStyle(font: letters.font, size: letterSize, colour: PaintedColour(letters.colour))
        (style.outline, style.outlineColour) = (Double(letters.outline), PaintedColour(letters.outlineColour))
        style.plate = letters.plate.map { PaintedColour($0, opacity: letters.plateOpacity) }
        (style.padding, style.radius, style.widest) = (platePadding, plateRadius, widestLine)
        return style
    }

    func lettering(_ text: String) -> LetterImage? { LetterImage(text, style) }

    func picture(_ image: OverlayImage) -> LetterImage? {
        let size = imageSize(image.size)
        return LetterImage(picture: image.bytes, width: size.width, height: size.height)
    }

    /// In the combined picture's colours. Throws `fault` where there was no memory for the image, or is none for the stamp.
    func stamp(_ image: LetterImage?) throws(GraphFailure) -> PictureStamp {
        let made = image.flatMap { image in
            PictureStamp(
                image, opacity: overlay.opacity.fraction, red: space.red, blue: space.blue,
                isFullRange: space.isFullRange)
        }
        guard let made else {
            throw GraphFailure(
                .fault, message: "overlay \(overlay.name) cannot be drawn in its size",
                advice: "Write a smaller size for combined.overlays.\(overlay.name), or less text.")
        }
        return made
    }

    func placed(_ stamp: PictureStamp) -> PlacedStamp {
        let corner = corner(of: FrameSize(width: stamp.width, height: stamp.height))
        return PlacedStamp(stamp, x: corner.x, y: corner.y)
    }
}

extension PaintedColour {
    init(_ colour: PlainColour, opacity: Share = .percent(100)) {
        self.init(
            red: Double(colour.red) / 255, green: Double(colour.green) / 255, blue: Double(colour.blue) / 255,
            opacity: opacity.fraction)
    }
}

extension LiveGraph {
    /// Draws overlays, away from the streaming threads.
    func prepare(_ overlays: [OverlayPlan]) async throws(GraphFailure) -> OverlayDesk.Prepared {
        try await blocking("drawing overlays", within: .seconds(5)) { [desk = self.overlays] in
            do throws(GraphFailure) { return .success(try desk.prepare(overlays)) } catch { return .failure(error) }
        }
    }

    /// Lays the plan's overlays over what the mixer draws, before the picture goes to encoder, preview and stills.
    func showOverlays() throws(GraphFailure) {
        guard let scene = plan.scene else { return }
        try overlays.prepare(scene.overlays).show(from: .min)
        overlays.install(on: try builder.pad("combined.caps", "src")) { [reporter] in
            let text = "the overlays cannot be drawn: the combined picture is neither NV12 nor I420"
            reporter.yield(.warning(branch: BranchName("combined.mixer"), text: text))
        }
    }
}
