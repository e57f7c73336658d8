/// The severity of a line on standard error. The raw values are syslog levels, as in the line prefixes of sd-daemon(3).
package enum Severity: Int, Sendable {
    case error = 3
    case warning = 4
    case information = 6
}
