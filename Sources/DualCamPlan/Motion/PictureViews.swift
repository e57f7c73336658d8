import DualCamConfig

extension PictureViewsPlan {
    /// The pixels of the wide camera's picture that one of the narrow one's covers.
    private var scale: (x: Double, y: Double) {
        (shared.width / Double(size.width), shared.height / Double(size.height))
    }

    /// Returns the part of the wide camera's picture that a layer shows.
    func wideCut(of layer: PictureLayerPlan) -> RealRectangle? {
        guard layer.feed == narrow else { return layer.source }
        let cut = layer.source ?? RealRectangle(size)
        return RealRectangle(
            x: shared.x + cut.x * scale.x, y: shared.y + cut.y * scale.y, width: cut.width * scale.x,
            height: cut.height * scale.y)
    }

    /// Returns who is drawn for a cut of the wide camera's picture, and what of it: the narrow one wherever it sees enough.
    func drawn(_ cut: RealRectangle) -> (feed: PadReference, source: RealRectangle) {
        let left = (cut.x - shared.x) / scale.x, top = (cut.y - shared.y) / scale.y
        let own = RealRectangle(x: left, y: top, width: cut.width / scale.x, height: cut.height / scale.y)
        let slack = 1e-6 * Double(size.width)
        let isSeen =
            own.x >= -slack && own.y >= -slack && own.x + own.width <= Double(size.width) + slack
            && own.y + own.height <= Double(size.height) + slack
        return isSeen ? (narrow, own.within(size)) : (wide, cut)
    }
}
