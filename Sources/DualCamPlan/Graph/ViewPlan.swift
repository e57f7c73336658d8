package import DualCamConfig

/// The plan for redrawing a camera's pictures with `dualcamview` before they are recorded. It applies a look for all
/// uses of the pictures, or a zoom for the camera's own file.
package struct ViewPlan: Sendable, Equatable {
    package enum Subject: Sendable, Equatable {
        /// The camera's zoom, which also applies to its own file (`zoom-applies-to: both`).
        case zoom
        /// The camera's look, which also applies to its own file (`look-applies-to: both`). The value is the colour
        /// space of the camera's pictures.
        case look(PictureSpace)
    }

    package var camera: String
    package var subject: Subject
    /// The name of the `dualcamview` element that redraws the pictures.
    package var element: String
    /// The size of the pictures, which the `dualcamview` element does not change.
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

    /// The sink pad of the `dualcamview` element, which identifies the camera in picture plans.
    package var feed: PadReference { PadReference(element, "sink") }

    /// True when the view does not change the pictures.
    package var isPlain: Bool { look == nil && source == RealRectangle(size) }

    mutating func show(_ camera: Camera) {
        switch subject {
        case .zoom:
            let own = LayoutCamera(name: camera.name, size: size, zoom: camera.zoom, zoomCentre: camera.zoomCentre)
            source = own.exactView
        case .look(let space): look = LookPlan(ofOwnPictures: camera, in: space)
        }
    }

    /// The picture that `dualcamview` draws. It has no layers if the pictures are left unchanged.
    package var picture: PicturePlan {
        var picture = drawn
        if isPlain { picture.layers = [] }
        return picture
    }

    private var drawn: PicturePlan {
        let layer = PictureLayerPlan(feed: feed, source: source, target: RealRectangle(size), look: look)
        return PicturePlan(mixer: element, background: .black, layers: [layer])
    }

    /// Returns the animation from this view to another view of the same camera.
    package func animation(_ change: PictureChange, to view: ViewPlan) -> PictureAnimation {
        let change = subject == .zoom ? change : .atOnce
        return PictureAnimation(change, from: drawn, to: view.drawn, canvas: size, sizes: [feed: size], rate: rate)
    }

    /// Returns the view as it appears in one frame of an animation.
    package func seen(in picture: PicturePlan) -> ViewPlan {
        var view = self
        if let source = picture.layers.first?.source { view.source = source }
        return view
    }
}

extension GraphPlan {
    /// Returns the plan's views that the new camera settings change, in their new state.
    package func changedViews(_ cameras: [Camera]) -> [ViewPlan] {
        views.compactMap { view in
            guard let camera = cameras.first(where: { $0.name == view.camera }) else { return nil }
            var changed = view
            changed.show(camera)
            return changed == view ? nil : changed
        }
    }

    /// Replaces views of the plan with the changed views that have the same element names. Elements that are created
    /// again later then show the new views.
    package mutating func show(_ changed: [ViewPlan]) {
        for view in changed {
            guard let index = views.firstIndex(where: { $0.element == view.element }) else { continue }
            views[index] = view
        }
    }
}
