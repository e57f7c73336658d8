import DualCamConfig
import Testing

/// The values of `publish`, and the error messages for it.
@Suite struct PublishSectionTests {
    private static let context = LoadContext(environment: [:], home: "/home/me", folder: "/p")

    private static func load(_ text: String) throws -> Publish {
        let file = "cameras: {back: {device: test}, front: {device: test}}\n" + text
        return try PipelineLoader.load(Array(file.utf8), named: "p.yaml", context: context).pipeline.publish
    }

    @Test func everyKeyArrives() throws {
        let publish = try Self.load(
            "publish: {to: 'peertube:https://x/', user: ann, password-file: ~/.tube, bandwidth: 20Mbps}")
        #expect(publish.to?.text == "peertube:https://x" && publish.user == "ann")
        #expect(publish.passwordFile == "/home/me/.tube" && publish.bandwidth?.bitsPerSecond == 20_000_000)
        #expect(try Self.load("publish: {to: off, user: off, password-file: off, bandwidth: off}") == Publish())
    }

    @Test(arguments: [
        (
            "publish: {to: 'https://x', user: ann}",
            "publish.to: 'https://x' is not a service; write it as in opencast:https://opencast.example.org or "
                + "peertube:https://tube.example.org, or off"
        ),
        (
            "publish: {to: 'peertube:http://x', user: ann}",
            "publish.to: 'peertube:http://x' would send the password and the recording for everybody to read"
        ),
        (
            "publish: {to: 'peertube:https://ann:secret@x', user: ann}",
            "publish.to: the address holds a user or a password, which everybody on this machine can read"
        ),
        ("publish: {to: 'peertube:https://x'}", "publish.to: it is not said as whom"),
        ("publish: {password: x}", "publish.password: unknown key"),
    ]) func mistakesAreTold(text: String, message: String) {
        let issues = #expect(throws: PipelineIssues.self) { try Self.load(text) }
        #expect(issues?.rendered.contains("error: " + message) == true, "\(issues?.rendered ?? "")")
    }
}
