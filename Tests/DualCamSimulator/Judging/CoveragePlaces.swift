extension Coverage {
    /// The places of the machines, as they are printed.
    static let places: Set<String> = []

    /// Why a place is not visited.
    static let reasons: [String: String] = [:]
}
