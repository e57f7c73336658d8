internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

extension LiveGraph {
    /// Tells dualcam's own mixer what to draw. Masks are made here, away from the streaming threads.
    func showPicture() throws(GraphFailure) {
        guard let picture = plan.picture else { return }
        let layers = try layers(of: picture)
        do {
            try builder.element(picture.mixer).show(layers, over: PictureBackground(picture.background))
        } catch {
            throw GraphFailure(error, branch: BranchName(picture.mixer))
        }
    }

    func layers(of picture: PicturePlan) throws(GraphFailure) -> [PictureLayer] {
        var layers: [PictureLayer] = []
        for layer in picture.layers { layers.append(PictureLayer(layer, at: try mixerPad(fedBy: layer.feed))) }
        return layers
    }

    func mixerPad(fedBy feed: PadReference) throws(GraphFailure) -> Pad {
        guard let pad = try pad(feed).peer else {
            throw GraphFailure(.fault, message: "\(feed.element) is not linked to the mixer")
        }
        return pad
    }
}

extension PictureLayer {
    fileprivate init(_ plan: PictureLayerPlan, at pad: Pad) {
        let target = PictureRectangle(plan.target)
        let mask = plan.frame.flatMap { PictureMask(PictureFrame($0), target: target) }
        self.init(
            pad, source: plan.source.map(PictureRectangle.init), target: target, opacity: plan.opacity, mask: mask)
    }
}

extension PictureRectangle {
    fileprivate init(_ plan: RealRectangle) {
        self.init(x: plan.x, y: plan.y, width: plan.width, height: plan.height)
    }
}

extension PictureFrame {
    /// The border is white, the shadow black.
    fileprivate init(_ plan: PictureFramePlan) {
        self.init()
        (radius, border, shadow) = (plan.radius, plan.border, plan.shadow)
        (shadowOffset, shadowShare) = (plan.shadowOffset, plan.shadowShare)
        borderPaint = PicturePaint(y: plan.isFullRange ? 255 : 235, u: 128, v: 128)
        shadowPaint = PicturePaint(y: plan.isFullRange ? 0 : 16, u: 128, v: 128)
    }
}

extension PictureBackground {
    init(_ plan: Background) {
        switch plan {
        case .black: self = .black
        case .white: self = .white
        case .checker: self = .checker
        }
    }
}
