package import DualCamConfig

extension Combined {
    /// Returns the names of the cameras in the layout's order: the main camera, then the inset's, then the others in
    /// the file's order.
    package func cast(of cameras: [String]) -> [String] {
        guard let main = cameras.first(where: { $0 == self.main }) ?? cameras.first else { return [] }
        let others = cameras.filter { $0 != main }
        guard let second = others.first(where: { $0 == inset.camera }) else { return [main] + others }
        return [main, second] + others.filter { $0 != second }
    }
}

extension LayoutName {
    /// The rule by which a layout chooses its main camera.
    package enum Lead: Sendable, Hashable {
        /// The setting `combined.main` chooses the main camera. The inset's camera follows, then the others in the
        /// file's order.
        case chosen
        /// The name of the layout determines the main camera.
        case named
        /// The layout has no main camera: all are equal, or each has a fixed position.
        case none
    }

    package var lead: Lead {
        switch self {
        case .pip, .stacked, .sideBySide, .dominant: .chosen
        case .frontPrimary, .backPrimary: .named
        case .grid, .custom: .none
        }
    }

    /// True when the layout shows small pictures over a main one, which comes first.
    var hasInsets: Bool {
        switch self {
        case .pip, .frontPrimary, .backPrimary: true
        case .stacked, .sideBySide, .dominant, .grid, .custom: false
        }
    }
}
