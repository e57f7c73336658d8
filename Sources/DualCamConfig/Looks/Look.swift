/// A change of a picture's colours: `look` of a camera or of the combined picture.
package struct Look: Sendable, Hashable {
    /// The colours of a look: one of the built-in looks, or a table.
    package enum Kind: Sendable, Hashable {
        case named(LookName)
        /// The content of a .cube file.
        case table(ColourTable)
    }

    package var kind = Kind.named(.none)
    /// 0 % (the picture as it is) ... 100 % (all of the look): how much of it is mixed in.
    package var intensity = Share.percent(100)

    package init(_ kind: Kind = .named(.none), intensity: Share = .percent(100)) {
        (self.kind, self.intensity) = (kind, intensity)
    }

    /// True when every colour stays as it is.
    package var isNone: Bool { kind == .named(.none) || intensity.fraction == 0 }

    /// `use` as the pipeline file has it: a word, or the .cube file's path as it was written.
    package var word: String {
        switch kind {
        case .named(let name): name.rawValue
        case .table(let table): table.written
        }
    }
}

/// The value of `use`: a look, or a .cube file by its path as it was written.
package enum LookReference: Sendable, Hashable {
    case named(LookName)
    case table(path: String)
}

/// The looks that need no file; raw values are the words of the pipeline file. `RGB+Formula.swift` says what each one does.
package enum LookName: String, Sendable, Hashable, CaseIterable {
    case none, vivid, dramatic, cool, warm, mono, silvertone, noir, sepia, cinematic
}

/// `adjust`: plain sliders, applied before the look.
package struct Adjustment: Sendable, Hashable {
    /// Stops, -4 ... 4: each one doubles or halves the light.
    package var exposure = 0.0
    /// -100 % (middle grey alone) ... 100 % (twice as steep in middle grey).
    package var contrast = Share.percent(0)
    /// -100 % (grey) ... 100 % (twice as far from grey).
    package var saturation = Share.percent(0)
    /// Mired, -100 (bluer) ... 100 (more orange): how far the light's colour is moved.
    package var temperature = 0.0

    package init() {}

    package static let exposures = -4.0...4.0
    package static let shares = Share.percent(-100)...Share.percent(100)
    package static let temperatures = -100.0...100.0

    /// True when every colour stays as it is.
    package var isNone: Bool { self == Adjustment() }
}
