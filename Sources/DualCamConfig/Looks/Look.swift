/// What becomes of a picture's colours: `look` of a camera or of the combined picture.
public struct Look: Sendable, Hashable {
    /// What the colours become.
    public enum Kind: Sendable, Hashable {
        case named(LookName)
        /// The content of a .cube file.
        case table(ColourTable)
    }

    /// `use`
    public var kind = Kind.named(.none)
    /// 0 % (the picture as it is) ... 100 % (all of the look): how much of it is mixed in.
    public var intensity = Share.percent(100)

    public init(_ kind: Kind = .named(.none), intensity: Share = .percent(100)) {
        (self.kind, self.intensity) = (kind, intensity)
    }

    /// Whether every colour stays as it is.
    public var isNone: Bool { kind == .named(.none) || intensity.fraction == 0 }

    /// `use` as the pipeline file has it: a word, or the .cube file's path as it was written.
    public var word: String {
        switch kind {
        case .named(let name): name.rawValue
        case .table(let table): table.written
        }
    }
}

/// The looks that need no file; raw values are the words of the pipeline file. `ColourFormula` says what each one does.
public enum LookName: String, Sendable, Hashable, CaseIterable {
    case none, vivid, dramatic, cool, warm, mono, silvertone, noir, sepia, cinematic
}

/// `adjust`: plain sliders, applied before the look.
public struct Adjustment: Sendable, Hashable {
    /// Stops, -4 ... 4: each one doubles or halves the light.
    public var exposure = 0.0
    /// -100 % (middle grey alone) ... 100 % (twice as steep in middle grey).
    public var contrast = Share.percent(0)
    /// -100 % (grey) ... 100 % (twice as far from grey).
    public var saturation = Share.percent(0)
    /// Mired, -100 (bluer) ... 100 (more orange): how far the light's colour is moved.
    public var temperature = 0.0

    public init() {}

    public static let exposures = -4.0...4.0
    public static let shares = Share.percent(-100)...Share.percent(100)
    public static let temperatures = -100.0...100.0

    /// Whether every colour stays as it is.
    public var isNone: Bool { self == Adjustment() }
}
