import DualCamTestKit
import Foundation
import Testing

/// The error messages for real cameras that do not match the pipeline file.
@Suite(
    .serialized, .enabled(if: CameraMachine.isPossible), .timeLimit(.minutes(30)),
    .onceMore, .tags(.emulatedMachine))
struct CameraRefusalTests {
    static let machine = SharedMachine(
        ["--cameras", "2", "--loopback", "1", "--udev"],
        parts: [.init(name: "refusal", pipeline: pipeline, script: script)]
    ).part("refusal")

    private static let script = """
        refuse() { local name=$1; shift; record $name --duration 1s "$@"; } # Two at a time, on two processors.
        vm-mjpg /dev/video2 640 360 15
        attempt text dualcam devices
        attempt json dualcam devices --json
        refuse size --set cameras.back.size=1920x1080 &
        refuse format --set cameras.back.format=h264; wait
        refuse stable --set cameras.front.device=platform:vivid-000 &
        refuse null --set cameras.back.device=/dev/null; wait
        refuse name --set cameras.back.device=usb-Nobody-video-index0
        refuse lacking --set cameras.back.controls.torch=on &
        refuse range --set cameras.back.controls=dim --set controls.dim.brightness=256; wait
        refuse sound --set microphone.device=alsa:hw:5,0
        gst-launch-1.0 -q v4l2src device=/dev/video0 ! video/x-raw,width=320,height=180 ! fakesink &
        holder=$!
        echo $holder >$folder/holder
        until dualcam devices | grep -q "in use"; do sleep 0.1; done
        refuse busy
        kill $holder; wait $holder
        export XDG_RUNTIME_DIR=/tmp
        mkfifo /tmp/keys
        vm-keys /tmp/remote </tmp/keys 2>$folder/keys.err &
        exec 5>/tmp/keys
        echo plug >&5
        until [ -e /tmp/remote ]; do sleep 0.1; done
        record gone --duration 16s --set combined.size=320x180 --set combined.rate=5 \\
          --set control.keys.device=/tmp/remote --set control.keys.mark=KEY_F13 &
        tells() { until grep -qs "$2" $folder/gone.$1 || ! kill -0 $! || reached; do sleep 0.1; done; }
        reached() { grep -q '"recorded":1[0-9]' $folder/gone.out; } # Without its key the rest goes on.
        reaches gone [2-9]
        echo press >&5
        tells out '"marked"'
        echo unplug >&5
        tells err 'has gone'
        echo plug >&5
        tells err 'are heard'
        echo press >&5
        attempt set curl -sS --unix-socket /tmp/dualcam/*.sock http://localhost/api/v1/commands/control \\
          --json '{"camera":"back","control":"contrast","value":99}'
        vm-unplug
        until [ $(grep -c '"input-lost"' $folder/gone.out) = 2 ]; do sleep 0.1; done
        # A node that somebody has open keeps its number.
        until ! ls -l /proc/[0-9]*/fd 2>/dev/null | grep -q '/dev/video[01]' || reached; do sleep 0.1; done
        vm-replug
        wait $!
        attempt after dualcam devices --json
        attempt live env DUALCAM_VIVID=$folder dualcamPackageTests.xctest \\
          --testing-library swift-testing --no-parallel --filter VividTests
        """

    private static let pipeline = """
        cameras:
          back:
            { device: /dev/video0, size: 320x180, rate: 15,
              controls: { brightness: 77, gain: 9, menu: menu_item_1, horizontal_flip: on } }
          front: { device: /dev/video1, size: 320x180, rate: 10 }
        microphone: { device: none }
        encoders: { default: { use: x264, preset: ultrafast, bitrate: 1Mbps } }
        recording: { container: mov, segment: off }
        """

    /// The sizes and frame rates of every raw format of the `vivid` driver.
    private static let vividSizes =
        "3840x2160 at 2 or 1, 1920x1080 at 5 or 4 or 2 or 1, 1280x720 at 25/2 or 10 or 5 or 4 or 2 or 1, "
        + "640x480 at 25 or 15 or 25/2 or 10 or 5 or 4 or 2 or 1, "
        + "640x360 at 40 or 30 or 25 or 15 or 25/2 or 10 or 5 or 4 or 2 or 1, "
        + "320x180 at 60 or 50 or 40 or 30 or 25 or 15 or 25/2 or 10 or 5 or 4 or 2 or 1"
    private static let cameras =
        "this machine has: /dev/video2 (Dummy video device (0x0000), platform:v4l2loopback-000), "
        + "/dev/video0 (vivid, platform:vivid-000), /dev/video1 (vivid, platform:vivid-001). "
        + "Connect a camera, run with `--simulate`, or write `device: test` for cameras.back."

    /// Each attempt with its exit code, and the start and the end of the line on standard error.
    private static let refusals: [(String, Int32, String, String)] = [
        (
            "size", 69,
            "dualcam: error: camera back: /dev/video0 (vivid) does not deliver 1920x1080 at 15; it offers: YUY2 or UYVY",
            " \(vividSizes). Write `rate: 5` for cameras.back, another size, or `mode: nearest` to have it converted."
        ),
        (
            "format", 69,
            "dualcam: error: camera back: /dev/video0 (vivid) does not deliver H264 320x180 at 15; it offers: YUY2 or UYVY",
            " \(vividSizes). Write `format: auto` for cameras.back, or a format from this list."
        ),
        (
            "stable", 69, "dualcam: error: camera front: /dev/video0 (vivid) is already taken by camera back. ",
            "Give each camera a device of its own; `dualcam devices` lists them."
        ),
        ("null", 69, "dualcam: error: camera back: there is no camera /dev/null; ", cameras),
        ("name", 69, "dualcam: error: camera back: there is no camera usb-Nobody-video-index0; ", cameras),
        (
            "lacking", 65,
            "--set cameras.back.controls.torch=on: error: cameras.back.controls.torch: the camera has no such "
                + "control (/dev/video0 (vivid)); it has: gain, brightness, contrast, ", ", inject_req_validate_error"
        ),
        (
            "range", 65, "--set controls.dim.brightness=256: error: controls.dim.brightness: ",
            "'256' is out of range (/dev/video0 (vivid)); accepted: 0 ... 255"
        ),
        (
            "sound", 69, "dualcam: error: microphone: alsasrc cannot open hw:5,0. ",
            "See which there are with 'pactl list short sources' or 'arecord -L', or write 'microphone: none'."
        ),
    ]

    @Test("one line says what, where and what to do; nothing is left behind", arguments: refusals)
    func refusal(_ name: String, _ code: Int32, _ beginning: String, _ ending: String) throws {
        let attempt = try Self.machine.get().attempt(name)
        #expect(attempt.code == code)
        let lines = attempt.errors.split(separator: "\n").filter { $0.contains("error:") }
        #expect(lines.count == 1)
        let line = try #require(lines.first, "\(attempt.errors)")
        #expect(line.hasPrefix(beginning), "\(line)")
        #expect(line.hasSuffix(ending), "\(line)")
        let events = attempt.output.split(separator: "\n")
        #expect(events.count == 2)
        #expect(events.first?.hasPrefix(#"{"event":"failed","#) == true)
        #expect(events.first?.contains(#""exit-code":\#(code),"#) == true)
        #expect(events.last?.hasPrefix(#"{"event":"finished","#) == true)
        #expect(!FileManager.default.fileExists(atPath: "\(try Self.machine.get().folder)/\(name)"))
    }

    @Test("a device that another program streams from: that program's name and number")
    func busy() throws {
        let machine = try Self.machine.get()
        let holder = try String(contentsOfFile: machine.folder + "/holder", encoding: .utf8)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        let attempt = try machine.attempt("busy")
        #expect(attempt.code == 69)
        #expect(
            attempt.errors.hasSuffix(
                "dualcam: error: camera back: /dev/video0 (vivid) is in use by gst-launch-1.0 (process \(holder)). "
                    + "End that program, or choose another device; `dualcam devices` lists them.\n"))
    }

    @Test("cameras by stable name, with card, node and modes; a program that feeds one does not make it busy")
    func listing() throws {
        let text = try Self.machine.get().attempt("text")
        #expect(text.code == 0)
        #expect(
            text.output.hasPrefix(
                """
                platform:v4l2loopback-000
                  Dummy video device (0x0000), /dev/video2
                  mjpeg  640x360  15 fps

                platform:vivid-000
                  vivid, /dev/video0
                  yuy2   3840x2160  2 1 fps

                """), "\(text.output.prefix(300))")
        struct Listed: Decodable {
            struct Mode: Decodable, Equatable { var format: String, width: Int, height: Int, rates: [String] }
            var name: String, path: String, card: String, driver: String, busy: Bool, modes: [Mode]
        }
        let json = try Self.machine.get().attempt("json")
        let listed = try JSONDecoder().decode([Listed].self, from: Data(json.output.utf8))
        #expect(listed.map(\.path) == ["/dev/video2", "/dev/video0", "/dev/video1"])
        #expect(listed.map(\.driver) == ["v4l2 loopback", "vivid", "vivid"])
        #expect(listed.map(\.busy) == [false, false, false])
        #expect(listed[0].modes == [.init(format: "mjpeg", width: 640, height: 360, rates: ["15"])])
        #expect(
            listed[1].modes.first { $0.format == "nv12" && $0.width == 640 && $0.height == 360 }?.rates
                == ["40", "30", "25", "15", "25/2", "10", "5", "4", "2", "1"])
    }

    private struct Listed: Decodable {
        struct Control: Decodable {
            struct Choice: Decodable, Equatable { var value: Int, word: String, text: String }
            var name: String, kind: String, least: Int, most: Int, step: Int, value: Int?, choices: [Choice]?
            var obstacle: String?
        }
        var path: String, words: [String], controls: [Control]

        static func all(_ attempt: String) throws -> [Listed] {
            try JSONDecoder().decode([Listed].self, from: Data(try machine.get().attempt(attempt).output.utf8))
        }
    }

    @Test("controls are listed as the device has them")
    func controlsAreListed() throws {
        let vivid = try #require(try Listed.all("json").first { $0.path == "/dev/video0" })
        #expect(vivid.words == ["gain"])
        let fresh = { (name: String) in vivid.controls.first { $0.name == name } }
        let brightness = try #require(fresh("brightness"))
        #expect(brightness.kind == "integer" && brightness.value == 128)
        #expect((brightness.least, brightness.most, brightness.step) == (0, 255, 1))
        #expect(
            fresh("menu")?.choices == [
                .init(value: 1, word: "menu_item_1", text: "Menu Item 1"),
                .init(value: 3, word: "menu_item_3", text: "Menu Item 3"),
                .init(value: 4, word: "menu_item_4", text: "Menu Item 4"),
            ])
        #expect(fresh("gain")?.obstacle == "it has no effect while gain_automatic is on")
        #expect(fresh("button")?.kind == "button" && fresh("boolean")?.kind == "boolean")
    }

    @Test("controls: what a return brings back, and what is set live")
    func controls() throws {
        let machine = try Self.machine.get()
        // A camera that is unplugged and plugged in again has its default settings.
        let after = try Listed.all("after")
        let set = [
            "brightness": 77, "gain_automatic": 0, "gain": 9, "menu": 1, "horizontal_flip": 1, "contrast": 99,
        ]
        let back = try #require(after.first { $0.path == "/dev/video0" })
        for (name, value) in set { #expect(back.controls.first { $0.name == name }?.value == value, "\(name)") }
        let front = try #require(after.first { $0.path == "/dev/video1" })
        #expect(front.controls.first { $0.name == "brightness" }?.value == 128)

        let told = try machine.attempt("set").output
        let taken = #""camera":"back","control":"contrast","value":99,"taken":{"back":{"contrast":99}}}"#
        #expect(told.hasSuffix(taken + "\n"), "\(told)")

        let live = try machine.attempt("live")
        #expect(live.code == 0, "\(live.output)\(live.errors)")
    }

    /// Brightness rises at the frame that the command's answer names, or at the next one. The driver's time stamps are
    /// planned times, and the emulated machine draws the pictures up to three frames later.
    @Test("brightness set live is in the recorded picture")
    func brightness() throws {
        let folder = try Self.machine.get().folder
        let at = try #require(
            Double(try String(contentsOfFile: folder + "/live.at", encoding: .utf8).trimmingCharacters(in: .newlines)))
        let frames = try CameraFile.lumas(of: folder + "/live.mov")
        let before = frames.filter { $0.time < at - 0.2 }
        let after = frames.filter { $0.time > at + 0.1 }
        print("brightness: \(before.count) frames before \(at) s, \(after.count) after it")
        #expect(before.count > 3 && after.count > 3)
        let (dark, bright) = (before.map(\.luma).max() ?? 255, after.map(\.luma).min() ?? 0)
        #expect(dark + 40 < bright, "\(frames)")
    }

    @Test("a remote control's key is heard, and again when it was unplugged in between")
    func remote() throws {
        let attempt = try Self.machine.get().attempt("gone")
        #expect(try attempt.events("marked").count == 2)
        let notes = attempt.errors.split(separator: "\n").filter { $0.contains("/tmp/remote") }
        #expect(
            notes == [
                "dualcam: warning: The keys of '/tmp/remote' are not heard any more: it has gone.",
                "dualcam: warning: The keys of '/tmp/remote' are heard.",
            ])
    }

    @Test("all cameras unplugged: slates go on, the files are whole, and all come back in new ones")
    func unplugged() throws {
        let attempt = try Self.machine.get().attempt("gone")
        #expect(attempt.code == 0, "\(attempt.errors)")
        let told = Set(try attempt.events("warning").compactMap { $0["message"] as? String })
        for camera in ["back: /dev/video0", "front: /dev/video1"] {
            let text =
                "camera \(camera) is gone. Check its plug and its power: `dualcam devices` lists the cameras that "
            #expect(told.contains(text + "are there."), "\(told)")
        }
        for event in ["input-lost", "input-returned"] {
            #expect(try attempt.events(event).compactMap { $0["input"] as? String }.sorted() == ["back", "front"])
        }
        let files = try Self.machine.get().allFiles("gone", picture: true)
        #expect(files.map(\.output).sorted() == ["back", "back", "combined", "front", "front"])
        for file in files { #expect(file.errors.isEmpty && file.length > 1, "\(file.file)") }
        let combined = try #require(files.first { $0.output == "combined" })
        #expect(abs(combined.length - 16) <= 0.4, "\(combined.length) s of picture")
    }
}
