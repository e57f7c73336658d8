package import DualCamConfig

extension Combined {
    /// Returns the names of the cameras in the order in which the layout assigns positions: the main camera, the
    /// inset's camera, and the others in the order of `cameras`.
    package func cast(of cameras: [String]) -> [String] {
        guard let main = cameras.first(where: { $0 == self.main }) ?? cameras.first else { return [] }
        let others = cameras.filter { $0 != main }
        guard let second = others.first(where: { $0 == inset.camera }) else { return [main] + others }
        return [main, second] + others.filter { $0 != second }
    }
}

extension LayoutName {
    /// The rule that determines the main camera of a layout.
    package enum Lead: Sendable, Hashable {
        /// The setting `combined.main` chooses the main camera. It is followed by the inset's camera and then by the
        /// others in the order of the pipeline file.
        case chosen
        /// The name of the layout determines which camera is the main one.
        case named
        /// The layout has no main camera, because all cameras are equal or have fixed positions.
        case none
    }

    package var lead: Lead {
        switch self {
        case .pip, .stacked, .sideBySide, .dominant: .chosen
        case .frontPrimary, .backPrimary: .named
        case .grid, .custom: .none
        }
    }

    /// True if the layout shows small pictures over a main picture. The first camera then fills the main picture.
    var hasInsets: Bool {
        switch self {
        case .pip, .frontPrimary, .backPrimary: true
        case .stacked, .sideBySide, .dominant, .grid, .custom: false
        }
    }
}
