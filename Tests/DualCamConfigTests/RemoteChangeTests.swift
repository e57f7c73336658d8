import DualCamConfig
import Testing

/// The settings of a pipeline file that cannot be changed over the network.
@Suite struct RemoteChangeTests {
    private static let former = """
        name: a
        cameras:
          back: {device: auto, size: 640x480}
          front: "rtsp://camera.local/1"
        microphone: {device: pulse}
        combined: {layout: pip, overlays: {title: {text: Talk}, logo: {image: /srv/logo.png}}}
        recording: {directory: /srv/takes}
        control: {listen: 8080}
        hooks: {finished: [./publish, --now]}

        """

    /// Returns the refusals if `old` is replaced by `new` in the file.
    private static func refusals(_ old: String, _ new: String) throws -> [String] {
        let before = try WrittenSettings(Array(former.utf8), named: "p.yaml")
        #expect(former.contains(old))
        let after = try WrittenSettings(Array(former.replacing(old, with: new).utf8), named: "p.yaml")
        return after.remoteRefusals(since: before).map { issue in
            #expect(issue.hint == "edit the file on the machine")
            return "\(issue.line ?? 0):\(issue.column ?? 0) \(issue.keyPath) \(issue.message)"
        }
    }

    private static let may = "may not be changed over the network: "

    @Test(
        arguments: [
            ("[./publish, --now]", "[./publish]", "9:9 hooks.finished", "it runs programs and calls web addresses"),
            ("[./publish, --now]", "./publish", "9:19 hooks.finished", "it runs programs and calls web addresses"),
            (
                "hooks: {finished: [./publish, --now]}", "", "0:0 hooks.finished",
                "it runs programs and calls web addresses"
            ),
            (
                "control: {listen: 8080}", "control: {listen: 8080, token: off}", "8:32 control.token",
                "it says who may enter"
            ),
            ("control: {listen: 8080}", "", "0:0 control.listen", "it says who may enter"),
            (
                "name: a", "machine: {sysfs: /tmp}", "1:18 machine.sysfs",
                "it says where facts about the machine are read"
            ),
            (
                "name: a", "supervision: {metrics: .bashrc}", "1:24 supervision.metrics",
                "it names a file that is written"
            ),
            (
                "/srv/takes", "/tmp/takes", "7:24 recording.directory",
                "the path begins outside of the pipeline file's folder"
            ),
            (
                "/srv/takes", "~/takes", "7:24 recording.directory",
                "the path begins outside of the pipeline file's folder"
            ),
            ("/srv/takes", "a/../../b", "7:24 recording.directory", "the path leads out of the pipeline file's folder"),
            (
                "/srv/takes", "\"${HOME}\"", "7:24 recording.directory",
                "the value comes from the machine's environment"
            ),
            (
                "/srv/logo.png", "/etc/logo.png", "6:71 combined.overlays.logo.image",
                "the path begins outside of the pipeline file's folder"
            ),
            (
                "text: Talk", "text: \"${TOKEN}\"", "6:50 combined.overlays.title.text",
                "the value comes from the machine's environment"
            ),
            (
                "layout: pip", "look: ../a.cube", "6:18 combined.look.use",
                "the path leads out of the pipeline file's folder"
            ),
            (
                "device: auto", "device: \"file:/srv/a.mp4\"", "3:18 cameras.back.device",
                "the path begins outside of the pipeline file's folder"
            ),
            (
                "device: auto", "device: /dev/../srv/a", "3:18 cameras.back.device",
                "the path leads out of the pipeline file's folder"
            ),
            ("camera.local", "other.local", "4:10 cameras.front.device", "the value is an address"),
            (
                "device: pulse", "device: \"file:/dev/shm/a.mp4\"", "5:22 microphone.device",
                "the path begins outside of the pipeline file's folder"
            ),
            (
                "device: pulse", "device: /dev/video0", "5:22 microphone.device",
                "the path begins outside of the pipeline file's folder"
            ),
            (
                "layout: pip", "look: /dev/shm/a.cube", "6:18 combined.look.use",
                "the path begins outside of the pipeline file's folder"
            ),
            (
                "/srv/logo.png", "/dev/shm/a.png", "6:71 combined.overlays.logo.image",
                "the path begins outside of the pipeline file's folder"
            ),
            (
                "directory: /srv/takes", "group: users", "7:20 recording.group",
                "it says who may read what is recorded"
            ),
            (
                "directory: /srv/takes", "fallback: /dev/shm/a", "7:23 recording.fallback",
                "the path begins outside of the pipeline file's folder"
            ),
            (
                "device: pulse", "device: \"alsa:file:'|id',raw\"", "5:22 microphone.device",
                "the value is more than the name of a sound card"
            ),
            (
                "device: pulse", "device: \"alsa:hw:0 'a'\"", "5:22 microphone.device",
                "the value is more than the name of a sound card"
            ),
        ] as [(String, String, String, String)])
    func whatLeadsOutsideStays(old: String, new: String, place: String, reason: String) throws {
        let refusals = try Self.refusals(old, new)
        #expect(refusals.contains { $0.hasPrefix(place) && $0.hasSuffix(Self.may + reason) }, "\(refusals)")
    }

    /// A camera must be a device of the kernel or a clip in the folder.
    @Test(arguments: [
        "file:/dev/shm/a.mp4", "file:/dev/fd/3", "file:/dev/video0", "file:/proc/self/environ", "file:~/a.mp4",
        "/dev/shm/a.mp4", "/dev/fd/3", "/dev/stdin", "/dev/sda", "/dev/watchdog", "/dev/video0/a", "/dev/v4l/by-id",
        "/dev/v4l/by-id/a/b", "/proc/self/fd/3", "/dev//video0",
    ])
    func aCameraLeadsNowhereElse(device: String) throws {
        let refusals = try Self.refusals("device: auto", "device: \"\(device)\"")
        #expect(
            refusals == [
                "3:18 cameras.back.device \(Self.may)the path begins outside of the pipeline file's folder"
            ], "\(refusals)")
        #expect(try Self.refusals("back: {device: auto, size: 640x480}", "back: \"\(device)\"").count >= 1)
    }

    @Test(arguments: [
        ("name: a", "name: b"), ("640x480", "1280x720"), ("layout: pip", "layout: stacked"),
        ("/srv/takes", "takes/new"),
        ("directory: /srv/takes", "segment: 5min"), ("text: Talk", "text: \"/ at https://example.org\""),
        ("/srv/logo.png", "pictures/logo.png"), ("layout: pip", "look: warm.cube"),
        ("device: auto", "device: /dev/video2"), ("device: auto", "device: /dev/v4l/by-id/usb-A_B-video-index0"),
        ("device: auto", "device: \"file:clips/a.mp4\""), ("\"rtsp://camera.local/1\"", "auto"),
        ("device: pulse", "device: \"alsa:hw:1,0\""), ("name: a\n", "# a comment\nname: a\n"),
    ])
    func theRestMayBeChanged(old: String, new: String) throws {
        #expect(try Self.refusals(old, new) == [])
    }

    @Test(arguments: [
        ("cameras: {back: {sise: 1x1}}", 4), ("cameras: {back: {size: 1x1}}", 3),
        ("cameras: {back: {size: \"1 x 1\"}}", 7),
        ("cameras: {back: auto}\nname:\n", 4), ("cameras: {back: auto}\nfps: 30 # a rate\n", 3),
    ])
    func anIssueIsAsLongAsWhatIsWrong(text: String, length: Int) {
        var issues: [PipelineIssue] = []
        do throws(PipelineIssues) { _ = try load(text) } catch { issues = error.issues }
        #expect(issues.map(\.length) == [length], "\(issues.map(\.rendered))")
    }
}
