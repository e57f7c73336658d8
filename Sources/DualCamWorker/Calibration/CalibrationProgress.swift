import DualCamProcess

/// Reports the progress of a calibration. Without a listener, the progress goes to standard error: one redrawn line on
/// a terminal, otherwise a line for every 5 percent.
final class CalibrationProgress: Sendable {
    let steps: Int
    private let place: ProcessEnvironment
    private let listener: (@Sendable (Int) -> Void)?

    /// Creates the progress report of a calibration.
    ///
    /// - Parameter listener: Receives the percentage; `nil` to print the progress on standard error.
    init(_ place: ProcessEnvironment, steps: Int, listener: (@Sendable (Int) -> Void)? = nil) {
        (self.place, self.steps, self.listener) = (place, max(1, steps), listener)
    }

    /// Reports which step of the calibration is running, as a percentage of all steps.
    ///
    /// - Parameters:
    ///   - step: The index of the step among `steps`, from 0.
    ///   - what: A description of the step, such as `memory`.
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
