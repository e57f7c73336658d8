import DualCamConfig

/// The content of a picture, as far as it matters to an encoder: kinds of pictures and their shares of the area.
struct PictureContent: Sendable, Equatable {
    /// The kind of pictures that cameras and clips show.
    static let camera = "camera"

    /// `camera` or a test pattern's name.
    var shares: [(kind: String, share: Double)]

    init(_ kind: String) { shares = [(kind, 1)] }

    static func == (left: PictureContent, right: PictureContent) -> Bool {
        left.shares.elementsEqual(right.shares) { $0 == $1 }
    }
}

extension PictureContent {
    init(_ source: CameraSource) {
        if case .test(let pattern) = source { self.init(pattern.kind.rawValue) } else { self.init(Self.camera) }
    }

    /// The combined picture's, by the areas of what lies in it; later cameras hide what is below them in full.
    init(_ cameras: [CameraDecision], on canvas: FrameSize) {
        let seen = cameras.filter(\.isComposed).sorted { ($0.placement?.index ?? 0) < ($1.placement?.index ?? 0) }
        var shares: [(kind: String, share: Double)] = []
        let places = seen.map { $0.placement?.placement.target }
        for (index, camera) in seen.enumerated() {
            guard let target = places[index] else { continue }
            let share = min(1, Double(target.width * target.height) / Double(max(1, canvas.pixels)))
            let covered = shares.map(\.share).reduce(0, +) + share
            let left = covered > 1 ? (1 - share) / max(1e-9, covered - share) : 1
            shares = shares.map { ($0.kind, $0.share * left) }
            let hidden = target.noise.covered(by: places[(index + 1)...].compactMap(\.self))
            shares += PictureContent(camera.source).seen(withoutNoise: hidden).map { ($0.kind, $0.share * share) }
        }
        self.shares = shares
    }

    /// Noise in their corner makes the colour bars costly to encode; where that share of it is hidden, the rest stands still.
    private func seen(withoutNoise hidden: Double) -> [(kind: String, share: Double)] {
        shares.flatMap { part -> [(kind: String, share: Double)] in
            guard part.kind == TestPattern.smpte.rawValue, hidden > 0 else { return [part] }
            return [(part.kind, part.share * (1 - hidden)), (TestPattern.gradient.rawValue, part.share * hidden)]
        }
    }
}

extension PixelRectangle {
    /// The place where colour bars drawn here have their noise (videotestsrc): the last quarter of width and height.
    fileprivate var noise: PixelRectangle {
        PixelRectangle(x: x + width * 3 / 4, y: y + height * 3 / 4, width: width / 4, height: height / 4)
    }

    /// The share of this rectangle that lies below others that do not overlap, 0 ... 1.
    fileprivate func covered(by others: [PixelRectangle]) -> Double {
        let areas = others.map { other in
            let across = min(x + width, other.x + other.width) - max(x, other.x)
            let down = min(y + height, other.y + other.height) - max(y, other.y)
            return max(0, across) * max(0, down)
        }
        return min(1, Double(areas.reduce(0, +)) / Double(max(1, width * height)))
    }
}

extension TestPattern {
    /// The pattern for which an encoder's cost is known that is most like it: most patterns stand still.
    fileprivate var kind: TestPattern {
        switch self {
        case .ball, .checkers: self
        case .scene: .ball
        case .smpte, .smpte75, .smpte100: .smpte
        // Snow is as hard as a picture can be: a camera's is nearest.
        case .snow: self
        default: .gradient
        }
    }
}

extension CostTable {
    /// Cores that an encoder keeps busy.
    func encoding(
        _ implementation: EncoderImplementation, preset: String?, _ amount: WorkAmount, _ content: PictureContent
    ) -> Double {
        let costs = content.shares.map { part in
            part.share * encoding(implementation, preset: preset, amount, kind: part.kind)
        }
        let covered = content.shares.map(\.share).reduce(0, +)
        // A place where nothing is drawn costs as little as a picture that stands still.
        let rest = max(0, 1 - covered)
        let black =
            rest > 0.01
            ? rest * encoding(implementation, preset: preset, amount, kind: TestPattern.gradient.rawValue) : 0
        return costs.reduce(0, +) + black
    }

    private func encoding(
        _ implementation: EncoderImplementation, preset: String?, _ amount: WorkAmount, kind: String
    ) -> Double {
        let names = WorkName.encode(implementation.word, preset: preset, content: kind)
        let isKnown = names.contains { work[$0] != nil || Self.builtIn.work[$0] != nil }
        return isKnown ? cores(names, amount) : dearest(implementation.word, amount)
    }

    /// A preset that nobody has measured is taken for the slowest that somebody has.
    private func dearest(_ word: String, _ amount: WorkAmount) -> Double {
        let prefix = "encode \(word) "
        return Self.builtIn.work.filter { $0.key.hasPrefix(prefix) }.map { $0.value.cores(amount) }.max() ?? 0
    }
}
