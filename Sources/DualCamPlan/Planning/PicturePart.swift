import DualCamConfig

extension PlanBuilder {
    static var ownMixer: String { "dualcammixer" }

    /// What dualcam's own mixer draws of the cameras, which are in drawing order.
    func picture(_ combined: Combined, _ seen: [CameraDecision]) -> PicturePlan {
        let layers = seen.enumerated().compactMap { index, camera -> PictureLayerPlan? in
            guard let placement = camera.placement?.placement else { return nil }
            let isInset = index > 0 && combined.layout.hasInsets
            return PictureLayerPlan(
                feed: PadReference("combined.input-\(camera.name)", "src"),
                source: placement.source.map(RealRectangle.init), target: RealRectangle(placement.target),
                opacity: isInset ? combined.inset.opacity.fraction : 1, frame: isInset ? frame(combined.inset) : nil)
        }
        return PicturePlan(mixer: "combined.mixer", background: combined.background, layers: layers)
    }

    private func frame(_ inset: Inset) -> PictureFramePlan? {
        guard inset.radius > 0 || inset.border > 0 || inset.shadow > 0 else { return nil }
        return PictureFramePlan(
            radius: Double(inset.radius), border: Double(inset.border), shadow: Double(inset.shadow),
            isFullRange: decisions.colour.isFullRange)
    }
}

extension LayoutName {
    /// Whether pictures lie over a main one, which comes first.
    var hasInsets: Bool {
        switch self {
        case .pip, .frontPrimary, .backPrimary: true
        case .stacked, .sideBySide, .dominant, .grid, .custom: false
        }
    }
}
