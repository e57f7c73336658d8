import DualCamConfig
import Testing

/// The error messages for `thermal` and `battery`.
@Suite struct HeatDiagnosticTests {
    @Test(arguments: [
        ("thermal: {serious: 95C, critical: 90C}", 35, "thermal.critical: 90C is not above serious (95C)"),
        ("thermal: {fair: 85C}", 17, "thermal.fair: 85C is not below serious (80C by default)"),
        (
            "thermal: {zones: x86_pkg_temp}", 18,
            "thermal.zones: a list is needed; write it in brackets, as in [a, b], or auto"
        ),
        ("thermal: {zones: []}", 11, "thermal.zones: no sensor would count; name one, or auto"),
        ("thermal: {zones: [a, a]}", 22, "thermal.zones[1]: is listed twice"),
        ("battery: {warn: 20}", 17, "battery.warn: '20' has no unit; write it as in 25%, or off"),
        ("battery: {stop: 0%}", 17, "battery.stop: '0%' is out of range; accepted: 1% ... 99%, or off"),
        ("battery: {stop: 20%}", 17, "battery.stop: 20% is not below warn (20% by default)"),
        ("battery: {warn: 10%, stop: 15%}", 28, "battery.stop: 15% is not below warn (10%)"),
        ("battery: {warn: 5%}", 17, "battery.warn: 5% is not above stop (5% by default)"),
    ])
    func values(line: String, column: Int, message: String) {
        let caret = String(repeating: " ", count: column - 1) + "^"
        #expect(diagnostics(twoCameras + line) == "pip.yaml:4:\(column): error: \(message)\n\(line)\n\(caret)")
    }
}
