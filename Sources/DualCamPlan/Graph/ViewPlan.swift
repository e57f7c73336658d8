package import DualCamConfig

/// A camera's pictures that `dualcamview` draws before they are recorded: with a look for every user of them, or zoomed
/// for the camera's own file.
package struct ViewPlan: Sendable, Equatable {
    package enum Subject: Sendable, Equatable {
        /// The zoom of `zoom-applies-to: both`.
        case zoom
        /// The look of `look-applies-to: both`, in the camera's colour space.
        case look(PictureSpace)
    }

    package var camera: String
    package var subject: Subject
    /// The `dualcamview` element that draws the pictures.
    package var element: String
    /// The size of the pictures at both the sink and the source pad.
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

    /// The element's own sink pad, which identifies it in picture plans.
    package var feed: PadReference { PadReference(element, "sink") }

    /// True when frames pass unchanged.
    package var isPlain: Bool { look == nil && source == RealRectangle(size) }

    mutating func show(_ camera: Camera) {
        switch subject {
        case .zoom:
            let own = LayoutCamera(name: camera.name, size: size, zoom: camera.zoom, zoomCentre: camera.zoomCentre)
            source = own.exactView
        case .look(let space): look = LookPlan(ofOwnPictures: camera, in: space)
        }
    }

    /// The picture to draw; without layers if frames pass unchanged.
    package var picture: PicturePlan {
        var picture = drawn
        if isPlain { picture.layers = [] }
        return picture
    }

    private var drawn: PicturePlan {
        let layer = PictureLayerPlan(feed: feed, source: source, target: RealRectangle(size), look: look)
        return PicturePlan(mixer: element, background: .black, layers: [layer])
    }

    /// Returns the frames of the animation to another view of the same camera.
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
    /// Returns the views that these cameras' settings change.
    package func changedViews(_ cameras: [Camera]) -> [ViewPlan] {
        views.compactMap { view in
            guard let camera = cameras.first(where: { $0.name == view.camera }) else { return nil }
            var changed = view
            changed.show(camera)
            return changed == view ? nil : changed
        }
    }

    /// Replaces views, including views whose elements are created again.
    package mutating func show(_ changed: [ViewPlan]) {
        for view in changed {
            guard let index = views.firstIndex(where: { $0.element == view.element }) else { continue }
            views[index] = view
        }
    }
}
