/// One line of a terminal that tells how far something is, and is redrawn; nothing where standard error is no terminal.
struct RedrawnLine: Sendable {
    private let place: ProcessEnvironment

    init(_ place: ProcessEnvironment) { self.place = place }

    /// - Parameter text: cut off at the terminal's width.
    func show(_ text: String) {
        guard place.errorsAreTerminal else { return }
        let line = "dualcam: \(text)"
        place.errors.write("\r\u{1B}[K\(line.prefix((place.columns() ?? 80) - 1))")
    }

    /// Takes the line away.
    func end() {
        if place.errorsAreTerminal { place.errors.write("\r\u{1B}[K") }
    }
}
