package import DualCamConfig

/// The change of a layer's colours, as a recipe: cheap to compare and to carry about. `lattice` computes it.
package struct LookPlan: Sendable, Hashable {
    /// Sliders, and the look after them.
    package struct Step: Sendable, Hashable {
        package var adjust: Adjustment
        package var look: Look

        var isNone: Bool { adjust.isNone && look.isNone }
    }

    /// The steps in the order in which they are applied; none of them leaves every colour as it is.
    package let steps: [Step]
    /// The colour space of the pictures that are drawn.
    package var space: PictureSpace

    /// `nil` when the steps leave every colour as it is.
    package init?(_ steps: [Step], in space: PictureSpace) {
        let steps = steps.filter { !$0.isNone }
        guard !steps.isEmpty else { return nil }
        (self.steps, self.space) = (steps, space)
    }

    /// Points along each of the lattice's three edges: 33, or as many as the table of a .cube file has, up to 129; a curve's are 65.
    package var side: Int {
        steps.reduce(33) { side, step in
            guard case .table(let table) = step.look.kind else { return side }
            switch table.shape {
            case .cube(let own): return max(side, own)
            case .curves: return max(side, 65)
            }
        }
    }

    /// RGB of `side` x `side` x `side` colours from 0 to 1, red fastest, as a .cube file lists them, cut to 0 ... 1. Takes up to a tenth
    /// of a second: not for a streaming thread.
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

    /// The same for one colour, exactly: R'G'B' 0 ... 1, cut to that range.
    package func colour(red: Double, green: Double, blue: Double) -> (red: Double, green: Double, blue: Double) {
        let start = RGB(red, green, blue).clamped
        let colour = steps.map(StepFormula.init).reduce(start) { $1($0).clamped }
        return (colour.red, colour.green, colour.blue)
    }
}

/// A colour space tells how a picture's numbers are colours.
package struct PictureSpace: Sendable, Hashable {
    /// The weight of red in luma, 0 ... 1.
    package var red: Double
    /// The weight of blue.
    package var blue: Double
    /// True when luma takes 0 ... 255, else 16 ... 235.
    package var isFullRange: Bool
}

/// A step, ready to be applied to many colours.
struct StepFormula {
    private let adjust: AdjustmentFormula?
    private let look: Look

    init(_ step: LookPlan.Step) {
        adjust = step.adjust.isNone ? nil : AdjustmentFormula(step.adjust)
        look = step.look
    }

    /// `x` lies in 0 ... 1. The look's share is `intensity`, the rest is the adjusted colour.
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
