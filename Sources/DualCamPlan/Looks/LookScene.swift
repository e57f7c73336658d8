package import DualCamConfig

extension MixerInputs {
    /// The picture with every layer's colours.
    func looked(_ picture: PicturePlan, _ direction: PictureDirection) -> PicturePlan {
        let looks = looks(direction)
        var picture = picture
        for index in picture.layers.indices { picture.layers[index].look = looks[picture.layers[index].feed] }
        return picture
    }

    /// The colours of all who can be drawn, by what feeds the mixer: the camera's own, then those of the combined picture. Who is
    /// not in it is drawn as it is.
    package func looks(_ direction: PictureDirection) -> [PadReference: LookPlan] {
        players.reduce(into: [:]) { looks, player in
            let camera = direction.cameras.first { $0.name == player.name }
            looks[player.feed] = LookPlan(of: camera, in: direction.combined, space)
        }
    }
}

extension LookPlan.Step {
    init(of camera: Camera) { self.init(adjust: camera.adjust, look: camera.look) }
}

extension LookPlan {
    /// Makes the look of a camera where it is drawn; `nil`: it has none.
    init?(of camera: Camera?, in combined: Combined, _ space: PictureSpace) {
        let own = camera.flatMap { $0.lookAppliesTo == .combined ? Step(of: $0) : nil }
        let whole = Step(adjust: combined.adjust, look: combined.look)
        self.init([own, whole].compactMap { $0 }, in: space)
    }

    /// Makes the look of a camera's pictures, in its file and in the combined picture alike (`look-applies-to: both`); `nil`:
    /// it has none.
    ///
    /// - Parameter space: the colour space of the camera's pictures.
    package init?(ofOwnPictures camera: Camera, in space: PictureSpace) {
        guard camera.lookAppliesTo == .both else { return nil }
        self.init([Step(of: camera)], in: space)
    }
}
