public import DualCamConfig

extension PictureStage {
    /// The picture with every layer's colours: those of its camera, then those of the combined picture.
    func looked(_ picture: PicturePlan, _ direction: PictureDirection) -> PicturePlan {
        let combined = LookPlan.Step(adjust: direction.combined.adjust, look: direction.combined.look)
        var picture = picture
        for index in picture.layers.indices {
            let player = players.first { $0.feed == picture.layers[index].feed }
            let camera = direction.cameras.first { $0.name == player?.name }
            let own = camera.flatMap { $0.lookAppliesTo == .combined ? LookPlan.Step(of: $0) : nil }
            picture.layers[index].look = LookPlan([own, combined].compactMap { $0 }, in: space)
        }
        return picture
    }
}

extension LookPlan.Step {
    init(of camera: Camera) { self.init(adjust: camera.adjust, look: camera.look) }
}

extension LookPlan {
    /// What is done to a camera's pictures before they go to its file and to the combined picture (`look-applies-to: both`); `nil`:
    /// nothing.
    ///
    /// - Parameter space: of the camera's pictures.
    public init?(ofOwnPictures camera: Camera, in space: PictureSpace) {
        guard camera.lookAppliesTo == .both else { return nil }
        self.init([Step(of: camera)], in: space)
    }
}
