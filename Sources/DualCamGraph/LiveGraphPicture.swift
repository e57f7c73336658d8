internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer

extension LiveGraph {
    /// Tells dualcam's own mixer what to draw. Masks and looks are made here, away from the streaming threads.
    func showPicture() throws(GraphFailure) {
        try showOverlays()
        guard let picture = plan.picture else { return }
        try prepare(picture).show(from: 0)
    }

    func prepare(_ picture: PicturePlan) throws(GraphFailure) -> PreparedPicture {
        let composition = try PictureComposition(picture, looks) { (feed) throws(GraphFailure) in
            try mixerPad(fedBy: feed)
        }
        let element = try builder.element(picture.mixer)
        do { return try element.prepare(composition) } catch {
            throw GraphFailure(error, branch: BranchName(picture.mixer))
        }
    }

    func mixerPad(fedBy feed: PadReference) throws(GraphFailure) -> Pad {
        guard let pad = try pad(feed).peer else {
            throw GraphFailure(.fault, message: "\(feed.element) is not linked to the mixer")
        }
        return pad
    }
}

extension PictureComposition {
    /// - Parameter pad: the mixer's pad that a layer's feed is linked to.
    init(
        _ plan: PicturePlan, _ looks: LookShelf, pad: (PadReference) throws(GraphFailure) -> Pad
    ) throws(GraphFailure) {
        var layers: [PictureLayer] = []
        for layer in plan.layers {
            var drawn = PictureLayer(layer, at: try pad(layer.feed))
            if let look = layer.look { drawn.look = try looks.look(look) }
            layers.append(drawn)
        }
        self.init(
            layers, over: PictureBackground(plan.background), blend: plan.blend.map(PictureBlend.init),
            bars: plan.bars.map(PictureBar.init))
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

extension PictureBlend {
    fileprivate init(_ plan: PictureBlendPlan) {
        let effect: Effect =
            switch plan.effect {
            case .dissolve: .dissolve
            case .wipe(let x, let y): .wipe(x: x, y: y)
            case .circle(let x, let y): .circle(x: x, y: y)
            }
        self.init(effect, share: plan.share, softness: plan.softness, second: plan.second, over: plan.over)
    }
}

extension PictureBar {
    fileprivate init(_ plan: PictureBarPlan) {
        self.init(
            PictureRectangle(plan.target), PicturePaint(y: plan.paint.y, u: plan.paint.u, v: plan.paint.v),
            opacity: plan.opacity)
    }
}

extension PictureRectangle {
    fileprivate init(_ plan: RealRectangle) {
        self.init(x: plan.x, y: plan.y, width: plan.width, height: plan.height)
    }
}

extension PictureFrame {
    /// The shadow is black.
    fileprivate init(_ plan: PictureFramePlan) {
        self.init()
        (radius, border, shadow) = (plan.radius, plan.border, plan.shadow)
        (shadowOffset, shadowShare) = (plan.shadowOffset, plan.shadowShare)
        borderPaint = PicturePaint(y: plan.borderPaint.y, u: plan.borderPaint.u, v: plan.borderPaint.v)
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
