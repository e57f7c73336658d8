import Testing

/// Runs the tests. A main of our own, because the one that SwiftPM writes looks for XCTest's classes in the compiler's index, which takes
/// time to write and has none of ours.
@main struct TestRunner {
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
