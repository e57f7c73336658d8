/// A change of a picture's colours, given by the setting `look` of a camera or of the combined picture.
package struct Look: Sendable, Hashable {
    /// The source of a look's colours: a built-in look, or a colour table.
    package enum Kind: Sendable, Hashable {
        case named(LookName)
        /// A colour table, the content of a .cube file.
        case table(ColourTable)
    }

    package var kind = Kind.named(.none)
    /// The strength of the look: from 0 % (the unchanged picture) to 100 % (the full look).
    package var intensity = Share.percent(100)

    package init(_ kind: Kind = .named(.none), intensity: Share = .percent(100)) {
        (self.kind, self.intensity) = (kind, intensity)
    }

    /// True when the look does not change any colour.
    package var isNone: Bool { kind == .named(.none) || intensity.fraction == 0 }

    /// The value of `use` as written in the pipeline file: the name of a look, or the path of a .cube file.
    package var word: String {
        switch kind {
        case .named(let name): name.rawValue
        case .table(let table): table.written
        }
    }
}

/// The value of a look's key `use`: a built-in look, or the path of a .cube file as written in the pipeline file.
package enum LookReference: Sendable, Hashable {
    case named(LookName)
    case table(path: String)
}

/// The built-in looks. The raw values are the words in the pipeline file. `RGB+Formula.swift` contains the formulas.
package enum LookName: String, Sendable, Hashable, CaseIterable {
    case none, vivid, dramatic, cool, warm, mono, silvertone, noir, sepia, cinematic
}

/// The settings of the `adjust` section: simple colour adjustments, which are applied before the look.
package struct Adjustment: Sendable, Hashable {
    /// The change of exposure in stops, -4 ... 4; each stop doubles or halves the amount of light.
    package var exposure = 0.0
    /// The change of contrast, from -100 % (the picture becomes uniform middle grey) to 100 % (twice the slope at
    /// middle grey).
    package var contrast = Share.percent(0)
    /// The change of saturation, from -100 % (greyscale) to 100 % (colours are twice as far from grey).
    package var saturation = Share.percent(0)
    /// The shift of the colour temperature in mired, from -100 (bluer) to 100 (more orange).
    package var temperature = 0.0

    package init() {}

    package static let exposures = -4.0...4.0
    package static let shares = Share.percent(-100)...Share.percent(100)
    package static let temperatures = -100.0...100.0

    /// True when the adjustment does not change any colour.
    package var isNone: Bool { self == Adjustment() }
}
