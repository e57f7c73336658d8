package import DualCamConfig

/// A camera's pictures that are drawn on their way: with a look for all who take them, or zoomed for the camera's own file.
package struct ViewPlan: Sendable, Equatable {
    package enum Subject: Sendable, Equatable {
        /// `zoom-applies-to: both`
        case zoom
        /// `look-applies-to: both`, in the camera's colours.
        case look(PictureSpace)
    }

    package var camera: String
    package var subject: Subject
    /// The `dualcamview` that draws it.
    package var element: String
    /// The size of what comes in and of what goes out.
    package var size: FrameSize
    package var rate: FrameRate
    /// The part of the camera's picture that is drawn.
    package private(set) var source: RealRectangle
    package private(set) var look: LookPlan?

    init(_ subject: Subject, of camera: Camera, element: String, size: FrameSize) {
        (self.camera, self.subject, self.element) = (camera.name, subject, element)
        (self.size, rate) = (size, camera.rate)
        source = RealRectangle(size)
        show(camera)
    }

    /// Its own input, as pictures name it.
    package var feed: PadReference { PadReference(element, "sink") }

    /// True when frames go on as they come.
    package var isPlain: Bool { look == nil && source == RealRectangle(size) }

    mutating func show(_ camera: Camera) {
        switch subject {
        case .zoom:
            let own = LayoutCamera(name: camera.name, size: size, zoom: camera.zoom, zoomCentre: camera.zoomCentre)
            source = own.exactView
        case .look(let space): look = LookPlan(ofOwnPictures: camera, in: space)
        }
    }

    /// The picture to draw; no layers where frames go on as they come.
    package var picture: PicturePlan {
        var picture = drawn
        if isPlain { picture.layers = [] }
        return picture
    }

    private var drawn: PicturePlan {
        let layer = PictureLayerPlan(feed: feed, source: source, target: RealRectangle(size), look: look)
        return PicturePlan(mixer: element, background: .black, layers: [layer])
    }

    /// The frames of the way to another view of the same camera.
    package func animation(_ change: PictureChange, to view: ViewPlan) -> PictureAnimation {
        let change = subject == .zoom ? change : .atOnce
        return PictureAnimation(change, from: drawn, to: view.drawn, canvas: size, sizes: [feed: size], rate: rate)
    }

    /// Returns the view as a frame of an animation shows it.
    package func seen(in picture: PicturePlan) -> ViewPlan {
        var view = self
        if let source = picture.layers.first?.source { view.source = source }
        return view
    }
}

extension GraphPlan {
    /// The views that these cameras change.
    package func changedViews(_ cameras: [Camera]) -> [ViewPlan] {
        views.compactMap { view in
            guard let camera = cameras.first(where: { $0.name == view.camera }) else { return nil }
            var changed = view
            changed.show(camera)
            return changed == view ? nil : changed
        }
    }

    /// Sets other views, also for elements that are made anew.
    package mutating func show(_ changed: [ViewPlan]) {
        for view in changed {
            guard let index = views.firstIndex(where: { $0.element == view.element }) else { continue }
            views[index] = view
        }
    }
}
