package import DualCamConfig

extension Combined {
    /// The main camera, the inset's, then the others in the file's order.
    package func cast(of cameras: [String]) -> [String] {
        guard let main = cameras.first(where: { $0 == self.main }) ?? cameras.first else { return [] }
        let others = cameras.filter { $0 != main }
        guard let second = others.first(where: { $0 == inset.camera }) else { return [main] + others }
        return [main, second] + others.filter { $0 != second }
    }
}

extension LayoutName {
    /// The way in which a layout comes to its main camera.
    package enum Lead: Sendable, Hashable {
        /// `combined.main`, followed by the others in the order of their cast.
        case chosen
        /// The layout's name says it.
        case named
        /// All cameras are alike, or each has its own place.
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
