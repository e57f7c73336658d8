public import DualCamConfig

/// A camera's own output that is drawn before it is encoded: zoomed like the combined picture's part of it.
public struct ViewPlan: Sendable, Equatable {
    public var camera: String
    /// The `dualcamview` that draws it.
    public var element: String
    /// What is linked to it.
    public var feed: PadReference
    /// Of what comes in and of what goes out.
    public var size: FrameSize
    public var rate: FrameRate
    /// What is seen; of a wider view than the camera's all there is.
    public private(set) var source: RealRectangle

    init(_ camera: Camera, element: String, feed: PadReference, size: FrameSize) {
        (self.camera, self.element, self.feed) = (camera.name, element, feed)
        (self.size, rate) = (size, camera.rate)
        source = RealRectangle(PixelRectangle(size))
        show(camera)
    }

    /// Whether frames go on as they come.
    public var isPlain: Bool { source == RealRectangle(PixelRectangle(size)) }

    mutating func show(_ camera: Camera) {
        source =
            LayoutCamera(name: camera.name, size: size, zoom: camera.zoom, zoomCentre: camera.zoomCentre).exactView
    }

    /// What is drawn; nothing where frames go on as they come.
    public var picture: PicturePlan {
        var picture = drawn
        if isPlain { picture.layers = [] }
        return picture
    }

    private var drawn: PicturePlan {
        let layer = PictureLayerPlan(feed: feed, source: source, target: RealRectangle(PixelRectangle(size)))
        return PicturePlan(mixer: element, background: .black, layers: [layer])
    }

    /// The frames of the way to another view of the same camera.
    public func animation(_ change: PictureChange, to view: ViewPlan) -> PictureAnimation {
        PictureAnimation(change, from: drawn, to: view.drawn, canvas: size, sizes: [feed: size], rate: rate)
    }

    /// As a frame of an animation shows it.
    public func seen(in picture: PicturePlan) -> ViewPlan {
        var view = self
        if let source = picture.layers.first?.source { view.source = source }
        return view
    }
}

extension GraphPlan {
    /// The views of these cameras' own outputs that differ from those that are drawn.
    public func changedViews(_ cameras: [Camera]) -> [ViewPlan] {
        views.compactMap { view in
            guard let camera = cameras.first(where: { $0.name == view.camera }) else { return nil }
            var changed = view
            changed.show(camera)
            return changed == view ? nil : changed
        }
    }

    /// Has views be drawn another way, also when they are made anew.
    public mutating func show(_ changed: [ViewPlan]) {
        for view in changed {
            guard let index = views.firstIndex(where: { $0.camera == view.camera }) else { continue }
            views[index] = view
        }
    }
}
