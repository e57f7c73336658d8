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
        try press(for: [picture]).prepare(picture)
    }

    /// What makes pictures of these plans' cameras.
    func press(for pictures: [PicturePlan]) throws(GraphFailure) -> PicturePress {
        var pads: [PadReference: Pad] = [:]
        for feed in Set(pictures.flatMap(\.layers).map(\.feed)) { pads[feed] = try mixerPad(fedBy: feed) }
        return PicturePress(try builder.element("combined.mixer"), pads: pads, looks)
    }

    func mixerPad(fedBy feed: PadReference) throws(GraphFailure) -> Pad {
        guard let pad = try pad(feed).peer else {
            throw GraphFailure(.fault, message: "\(feed.element) is not linked to the mixer")
        }
        return pad
    }
}
