extension Coverage {
    /// Why a place is not visited: a word for each that need not be, by the end of its name or its whole.
    static func reason(of place: String) -> String {
        reasons.first { place == $0.place || place.hasSuffix($0.place) }?.why ?? "NOT EXPLAINED"
    }

    private static let reasons: [(place: String, why: String)] = [
        ("standing", "only sessions that stand by between takes"),
        ("sessionMade", "only sessions that stand by between takes"),
        ("standBy", "only sessions that stand by between takes"),
        ("makeSession", "only sessions that stand by between takes"),
        ("stateAsked", "asks, and changes nothing"),
        ("tellState", "asks, and changes nothing"),
        ("tellLevels", "the simulated graph hears nothing"),
        ("graph levels", "the simulated graph hears nothing"),
        ("graph repeated", "the simulated graph draws no picture"),
        ("graph absentFromClip", "no camera plays a clip"),
        ("graph warning", "the simulated graph does not warn"),
        ("controls", "no camera has controls"),
        ("supervisor metricsFailed", "no figures are written"),
        ("supervisor quitPressed", "as a signal"),
    ]
}
