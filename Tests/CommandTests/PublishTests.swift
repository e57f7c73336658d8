@testable import DualCamTransfer
import DualCamConfig
import DualCamControl
import DualCamRecordings
import DualCamTestKit
import Testing

@testable import DualCamCommands

/// The command line of `publish`.
@Suite struct PublishTests {
    @Test(arguments: [
        ("peertube:https://tube.example.org", "peertube:https://tube.example.org"),
        ("opencast:https://oc.example.org:8443/", "opencast:https://oc.example.org:8443"),
        ("peertube:HTTPS://tube.example.org/sub//", "peertube:https://tube.example.org/sub"),
        ("peertube:http://127.0.0.1:9000", "peertube:http://127.0.0.1:9000"),
        ("peertube:http://localhost", "peertube:http://localhost"),
        ("peertube:http://[::1]:9000", "peertube:http://[::1]:9000"),
    ]) func servicesAreRead(text: String, kept: String) throws {
        #expect(try PublishingDestination(argument: text).text == kept)
    }

    @Test(arguments: [
        ("youtube:https://x", "'youtube:https://x' is not a service"), ("https://x", "'https://x' is not a service"),
        ("peertube", "'peertube' is not a service"),
        ("peertube:tube.example.org", "'tube.example.org' is not a web address"),
        ("peertube:https://", "'https://' is not a web address"),
        ("peertube:https://:80", "'https://:80' is not a web address"),
        ("peertube:https://x:0", "'https://x:0' is not a web address"),
        ("peertube:https://x:http", "'https://x:http' is not a web address"),
        ("peertube:https://x/?a=b", "'https://x/?a=b' is not a web address"),
        ("peertube:https://x y", "'https://x y' is not a web address"),
        (
            "peertube:https://ann:secret@x",
            "the address holds a user or a password, which everybody on this machine can read"
        ),
        (
            "peertube:http://tube.example.org",
            "'peertube:http://tube.example.org' would send the password and the recording for everybody to read"
        ),
        (
            "peertube:http://localhost.example.org",
            "'peertube:http://localhost.example.org' would send the password and the recording for everybody to read"
        ),
        (
            "opencast:http://127.example.org",
            "'opencast:http://127.example.org' would send the password and the recording for everybody to read"
        ),
    ]) func otherServicesAreRefused(text: String, message: String) {
        do throws(Refusal) {
            let service = try PublishingDestination(argument: text)
            Issue.record("\(service)")
        } catch {
            #expect(error.message == message)
        }
    }

    @Test(arguments: [
        (["algebra", "x", "lecture"], ["algebra", "lecture"], ["x"]),
        (["aa", "bb", "cc", "dd", "ee", "ff"], ["aa", "bb", "cc", "dd", "ee"], ["ff"]),
        (
            [String(repeating: "a", count: 30), String(repeating: "b", count: 31)],
            [String(repeating: "a", count: 30)], [String(repeating: "b", count: 31)]
        ),
    ]) func tagsAreThoseThatPeerTubeTakes(tags: [String], taken: [String], left: [String]) {
        let divided = PeerTubeVideo.tags(tags)
        #expect(divided.taken == taken && divided.left == left)
    }

    @Test(arguments: [
        (["--presenter", "a", "--file", "b"], "--presenter is for Opencast only and means the same as --file"),
        (["--timeout", "10ms"], "--timeout: 10ms is too short. Give at least 1s."),
        (["--title", "a\nb"], "is not a valid title. Write one line:"),
        (["--user", "ann:x"], "'ann:x' is not a valid user name."),
        (
            [],
            "the password for 'ann' is missing. Write --user NAME, and --password-file FILE or the environment variable DUALCAM_PUBLISH"
        ),
    ]) func misuseIsTold(words: [String], text: String) async {
        let user = words.contains("--user") ? [] : ["--user", "ann"]
        let run = await TestRun.of(["publish", "/none", "--to", "opencast:https://x"] + user + words)
        #expect(run.exitCode == .usage && run.errors.text.contains(text), "\(run.errors.text)")
    }
}
