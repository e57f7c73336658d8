package import DualCamConfig

/// The colour changes of a camera's picture, stored as settings that are cheap to compare and to copy. `lattice`
/// computes a colour table from them.
package struct LookPlan: Sendable, Hashable {
    /// One step of the colour changes: adjustments, followed by a look.
    package struct Step: Sendable, Hashable {
        package var adjust: Adjustment
        package var look: Look

        var isNone: Bool { adjust.isNone && look.isNone }
    }

    /// The steps in the order in which they are applied. Steps that change no colour are omitted.
    package let steps: [Step]
    /// The colour space of the pictures to which the colour changes are applied.
    package var space: PictureSpace

    /// Creates a plan of colour changes; `nil` if the steps do not change any colour.
    package init?(_ steps: [Step], in space: PictureSpace) {
        let steps = steps.filter { !$0.isNone }
        guard !steps.isEmpty else { return nil }
        (self.steps, self.space) = (steps, space)
    }

    /// The number of points along each edge of the computed colour table: at least 33, and at least 65 for curves in a
    /// .cube file. For a cube in a .cube file, it is at least the size of that cube (at most 129).
    package var side: Int {
        steps.reduce(33) { side, step in
            guard case .table(let table) = step.look.kind else { return side }
            switch table.shape {
            case .cube(let own): return max(side, own)
            case .curves: return max(side, 65)
            }
        }
    }

    /// Returns the computed colour table: the RGB results for `side` x `side` x `side` colours from 0 to 1. Red changes
    /// fastest, as in a .cube file. Results are limited to 0 ... 1.
    ///
    /// Takes up to a tenth of a second, so it must not be called on a streaming thread.
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

    /// Returns the exact result of the colour changes for one colour. All values (R'G'B') are 0 ... 1; results outside
    /// of this range are limited to it.
    package func colour(red: Double, green: Double, blue: Double) -> (red: Double, green: Double, blue: Double) {
        let start = RGB(red, green, blue).clamped
        let colour = steps.map(StepFormula.init).reduce(start) { $1($0).clamped }
        return (colour.red, colour.green, colour.blue)
    }
}

/// A step of the colour changes, prepared for use with many colours.
struct StepFormula {
    private let adjust: AdjustmentFormula?
    private let look: Look

    init(_ step: LookPlan.Step) {
        adjust = step.adjust.isNone ? nil : AdjustmentFormula(step.adjust)
        look = step.look
    }

    /// Returns the colour that this step produces from `x`, whose values must be 0 ... 1. The result is a mixture: a
    /// fraction of `intensity` has the look, and the rest has only the adjustments.
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
    /// Returns a copy of the picture in which each layer has the look of its camera, as set in `direction`.
    func looked(_ picture: PicturePlan, _ direction: PictureDirection) -> PicturePlan {
        let looks = looks(direction)
        var picture = picture
        for index in picture.layers.indices { picture.layers[index].look = looks[picture.layers[index].feed] }
        return picture
    }

    /// Returns the looks of all cameras that can be drawn, by the pads through which the mixer receives them. Each look
    /// consists of the camera's own look, followed by that of the combined picture. A camera without an entry is drawn
    /// unchanged.
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
    /// Creates the look that the mixer applies to a camera: the camera's own look, followed by that of the combined
    /// picture. Returns `nil` if the mixer draws the camera unchanged.
    init?(of camera: Camera?, in combined: Combined, _ space: PictureSpace) {
        let own = camera.flatMap { $0.lookAppliesTo == .combined ? Step(of: $0) : nil }
        let whole = Step(adjust: combined.adjust, look: combined.look)
        self.init([own, whole].compactMap { $0 }, in: space)
    }

    /// Creates the look of a camera that changes its own file as well as the combined picture
    /// (`look-applies-to: both`); `nil` if there is none.
    ///
    /// - Parameter space: the colour space of the camera's pictures.
    package init?(ofOwnPictures camera: Camera, in space: PictureSpace) {
        guard camera.lookAppliesTo == .both else { return nil }
        self.init([Step(of: camera)], in: space)
    }
}
