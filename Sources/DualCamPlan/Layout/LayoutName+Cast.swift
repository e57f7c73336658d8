package import DualCamConfig

extension Combined {
    /// Returns the main camera, then the inset's, then the others in the file's order.
    package func cast(of cameras: [String]) -> [String] {
        guard let main = cameras.first(where: { $0 == self.main }) ?? cameras.first else { return [] }
        let others = cameras.filter { $0 != main }
        guard let second = others.first(where: { $0 == inset.camera }) else { return [main] + others }
        return [main, second] + others.filter { $0 != second }
    }
}

extension LayoutName {
    /// The way in which a layout chooses its main camera.
    package enum Lead: Sendable, Hashable {
        /// The setting `combined.main` chooses it; the other cameras follow in the order of their cast.
        case chosen
        /// The layout's name determines it.
        case named
        /// The layout has no main camera: all are equal, or each has its own place.
        case none
    }

    package var lead: Lead {
        switch self {
        case .pip, .stacked, .sideBySide, .dominant: .chosen
        case .frontPrimary, .backPrimary: .named
        case .grid, .custom: .none
        }
    }

    /// True when pictures lie over a main one, which comes first.
    var hasInsets: Bool {
        switch self {
        case .pip, .frontPrimary, .backPrimary: true
        case .stacked, .sideBySide, .dominant, .grid, .custom: false
        }
    }
}
