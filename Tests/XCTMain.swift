import Testing

/// Runs the tests. SwiftPM's own main would look for XCTest classes in the compiler's index, which takes time to write
/// and contains none of our tests.
@main struct TestRunner {
    static func main() async { await Testing.__swiftPMEntryPoint() as Never }
}
