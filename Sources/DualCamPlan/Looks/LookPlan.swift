package import DualCamConfig

/// The colour changes of a layer, stored as settings that are cheap to compare and to copy. `lattice` computes the
/// colour table.
package struct LookPlan: Sendable, Hashable {
    /// One step of the colour changes: the adjustments, and the look that is applied after them.
    package struct Step: Sendable, Hashable {
        package var adjust: Adjustment
        package var look: Look

        var isNone: Bool { adjust.isNone && look.isNone }
    }

    /// The colour changes in the order in which they are applied; each of them has an effect.
    package let steps: [Step]
    /// The colour space of the pictures that are drawn with these colour changes.
    package var space: PictureSpace

    /// Creates a recipe of colour changes; `nil` if the steps do not change any colour.
    package init?(_ steps: [Step], in space: PictureSpace) {
        let steps = steps.filter { !$0.isNone }
        guard !steps.isEmpty else { return nil }
        (self.steps, self.space) = (steps, space)
    }

    /// The number of points along each edge of the colour table: 33, or the size of a .cube file's table, up to 129; a
    /// curve has 65.
    package var side: Int {
        steps.reduce(33) { side, step in
            guard case .table(let table) = step.look.kind else { return side }
            switch table.shape {
            case .cube(let own): return max(side, own)
            case .curves: return max(side, 65)
            }
        }
    }

    /// Returns the colour table: the RGB results for `side` x `side` x `side` colours from 0 to 1, red fastest, as in a
    /// .cube file. Results are clamped to 0 ... 1. Takes up to a tenth of a second, so it must not run on a streaming
    /// thread.
    package func lattice() -> [Float] {
        let formulas = steps.map(StepFormula.init)
        let side = side
        let axis = (0..<side).map { Double($0) / Double(side - 1) }
        return [Float](unsafeUninitializedCapacity: 3 * side * side * side) { points, count in
            for blue in axis {
                for green in axis {
                    for red in axis {
                        var colour = RGB(red, green, blue)
                        for formula in formulas { colour = formula(colour).clamped }
                        points.initializeElement(at: count, to: Float(colour.red))
                        points.initializeElement(at: count + 1, to: Float(colour.green))
                        points.initializeElement(at: count + 2, to: Float(colour.blue))
                        count += 3
                    }
                }
            }
        }
    }

    /// Returns the exact result of the colour changes for one colour: R'G'B' 0 ... 1, clamped to that range.
    package func colour(red: Double, green: Double, blue: Double) -> (red: Double, green: Double, blue: Double) {
        let start = RGB(red, green, blue).clamped
        let colour = steps.map(StepFormula.init).reduce(start) { $1($0).clamped }
        return (colour.red, colour.green, colour.blue)
    }
}

/// The colour space of a picture: how its stored values represent colours.
package struct PictureSpace: Sendable, Hashable {
    /// The weight of red in the luma of this colour space, 0 ... 1.
    package var red: Double
    /// The weight of blue in the luma of this colour space, 0 ... 1.
    package var blue: Double
    /// True when luma uses the values 0 ... 255; otherwise 16 ... 235.
    package var isFullRange: Bool
}

/// A step of colour changes, prepared to be applied to many colours.
struct StepFormula {
    private let adjust: AdjustmentFormula?
    private let look: Look

    init(_ step: LookPlan.Step) {
        adjust = step.adjust.isNone ? nil : AdjustmentFormula(step.adjust)
        look = step.look
    }

    /// Returns the changed colour of `x`, which lies in 0 ... 1. The look is mixed in with the fraction `intensity`;
    /// the rest is the adjusted colour.
    func callAsFunction(_ x: RGB) -> RGB {
        let adjusted = adjust.map { $0(x) } ?? x
        guard !look.isNone else { return adjusted }
        let base = adjusted.clamped
        let whole =
            switch look.kind {
            case .named(let name): base.seen(by: name)
            case .table(let table): table.colour(base)
            }
        return base.mixed(look.intensity.fraction, whole)
    }
}

extension MixerInputs {
    /// Returns the picture with the looks of its layers set.
    func looked(_ picture: PicturePlan, _ direction: PictureDirection) -> PicturePlan {
        let looks = looks(direction)
        var picture = picture
        for index in picture.layers.indices { picture.layers[index].look = looks[picture.layers[index].feed] }
        return picture
    }

    /// Returns the looks of all cameras that can be drawn, by the pads through which they reach the mixer: the camera's
    /// own look, then the combined picture's. A camera that is missing in the result is drawn unchanged.
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
    /// Creates the look with which the mixer draws a camera; `nil` if it draws the camera unchanged.
    init?(of camera: Camera?, in combined: Combined, _ space: PictureSpace) {
        let own = camera.flatMap { $0.lookAppliesTo == .combined ? Step(of: $0) : nil }
        let whole = Step(adjust: combined.adjust, look: combined.look)
        self.init([own, whole].compactMap { $0 }, in: space)
    }

    /// Creates the look that a camera's pictures have in its own file and in the combined picture (`look-applies-to:
    /// both`); `nil` if they have none.
    ///
    /// - Parameter space: the colour space of the camera's pictures.
    package init?(ofOwnPictures camera: Camera, in space: PictureSpace) {
        guard camera.lookAppliesTo == .both else { return nil }
        self.init([Step(of: camera)], in: space)
    }
}
