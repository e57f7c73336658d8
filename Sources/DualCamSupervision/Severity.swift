/// The severity of a line on standard error: syslog's levels, as sd-daemon(3) has them before a line.
package enum Severity: Int, Sendable {
    case error = 3
    case warning = 4
    case information = 6
}
