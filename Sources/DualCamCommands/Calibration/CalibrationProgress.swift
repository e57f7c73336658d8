/// Tells how far a calibration is, on standard error unless somebody listens: one line redrawn on a terminal, a line every tenth of
/// the way elsewhere.
final class CalibrationProgress: Sendable {
    let steps: Int
    private let place: ProcessEnvironment
    private let listener: (@Sendable (Int) -> Void)?

    /// - Parameter listener: is given the percent.
    init(_ place: ProcessEnvironment, steps: Int, listener: (@Sendable (Int) -> Void)? = nil) {
        (self.place, self.steps, self.listener) = (place, max(1, steps), listener)
    }

    /// - Parameter step: the number of the step among `steps`, from 0.
    func show(_ step: Int, _ what: String) {
        let percent = step * 100 / steps
        if let listener {
            listener(percent)
        } else if place.errorsAreTerminal {
            place.redraw("calibrating, \(percent) %: \(what)")
        } else if step == 0 || step * 20 / steps > (step - 1) * 20 / steps {
            place.note("calibrating, \(percent) %: \(what)")
        }
    }

    func end() {
        if listener == nil { place.eraseLine() }
    }
}
