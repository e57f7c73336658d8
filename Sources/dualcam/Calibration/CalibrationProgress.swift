/// Tells on standard error how far a calibration is: one line redrawn on a terminal, a line every tenth of the way elsewhere.
final class CalibrationProgress: Sendable {
    let steps: Int
    private let place: ProcessEnvironment

    init(_ place: ProcessEnvironment, steps: Int) { (self.place, self.steps) = (place, max(1, steps)) }

    /// - Parameter step: the number of the step among `steps`, from 0.
    func show(_ step: Int, _ what: String) {
        let percent = step * 100 / steps
        if place.errorsAreTerminal {
            let line = "dualcam: calibrating, \(percent) %: \(what)"
            place.errors.write("\r\u{1B}[K\(line.prefix((place.columns() ?? 80) - 1))")
        } else if step == 0 || step * 20 / steps > (step - 1) * 20 / steps {
            place.note("calibrating, \(percent) %: \(what)")
        }
    }

    func end() {
        if place.errorsAreTerminal { place.errors.write("\r\u{1B}[K") }
    }
}
