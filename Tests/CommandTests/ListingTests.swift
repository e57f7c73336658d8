import DualCamConfig
import DualCamPlan
import Testing

@testable import DualCamCommands
@testable import DualCamProcess

@Suite struct ListingTests {
    private static let webcam = DeviceFacts(
        path: "/dev/video0", stableName: "usb-Acme_Cam_1-video-index0", card: "Acme Cam", driver: "uvcvideo",
        busName: "usb-0000:00:14.0-1",
        modes: [
            CaptureMode(
                format: .mjpeg, size: FrameSize(width: 1920, height: 1080),
                rates: [FrameRate(30), FrameRate(30000, 1001)]),
            CaptureMode(
                format: .raw("YUY2"), size: FrameSize(width: 640, height: 480), rates: [], colorimetry: "bt709"),
        ],
        user: ProcessFacts(identifier: 42, name: "zoom"))

    @Test func camerasAreListedWithWhatTheyDeliver() {
        #expect(
            DevicesCommand.text(of: [Self.webcam]) == """
                usb-Acme_Cam_1-video-index0
                  Acme Cam, /dev/video0
                  in use by zoom (process 42)
                  mjpeg  1920x1080  30 30000/1001 fps
                  yuy2   640x480  rates unknown

                """)
        #expect(
            DevicesCommand.text(of: [DeviceFacts]())
                == "No camera found. 'dualcam run FILE --simulate' records test patterns.\n")
    }

    @Test func whatIsKnownByItsPortAndWhatMayNotBeOpenedSaySo() {
        var twin = Self.webcam
        (twin.user, twin.isBusy, twin.modes) = (nil, false, [])
        (twin.portReason, twin.stableName) = (.sharedSerial, "pci-0000:00:14.0-usb-0:1:1.0-video-index0")
        var closed = DeviceFacts(
            path: "/dev/video2", stableName: "/dev/video2", card: "Other Cam", driver: "", busName: "/dev/video2",
            modes: [])
        closed.deniedTo = "video"
        #expect(
            DevicesCommand.text(of: [twin, closed]) == """
                pci-0000:00:14.0-usb-0:1:1.0-video-index0
                  Acme Cam, /dev/video0
                  known by its port: another camera has the same serial number

                /dev/video2
                  Other Cam, /dev/video2
                  permission denied: add yourself to the group video

                """)
    }

    @Test func microphonesAreListedAsTheFileNamesThem() throws {
        let found = [
            MicrophoneListing(element: "pulsesrc", device: "usb-mic", title: "USB Microphone", isDefault: true),
            MicrophoneListing(element: "pulsesrc", device: "hdmi.monitor", title: "Monitor of HDMI", isMonitor: true),
            MicrophoneListing(element: "alsasrc", device: "hw:1,0", title: "Card"),
        ]
        #expect(
            DevicesCommand.text(of: found) == """
                pulse:usb-mic
                  USB Microphone, the default
                pulse:hdmi.monitor
                  Monitor of HDMI, the sound of a loudspeaker (auto never chooses it)
                alsa:hw:1,0
                  Card

                """)
        #expect(
            DevicesCommand.text(of: [MicrophoneListing]())
                == "No microphone found. 'dualcam run FILE --simulate' records a test tone.\n")
        #expect(
            try JSONText.line(found.suffix(1).map(\.report))
                == #"[{"default":false,"monitor":false,"name":"alsa:hw:1,0","title":"Card"}]"# + "\n")
    }

    @Test func camerasForPrograms() throws {
        #expect(
            try JSONText.line([Self.webcam.report])
                == #"[{"bus":"usb-0000:00:14.0-1","busy":true,"card":"Acme Cam","controls":[],"driver":"uvcvideo","modes":["#
                + #"{"format":"mjpeg","height":1080,"rates":["30","30000/1001"],"width":1920},"#
                + #"{"colorimetry":"bt709","format":"yuy2","height":480,"rates":[],"width":640}],"#
                + #""name":"usb-Acme_Cam_1-video-index0","path":"/dev/video0","user":{"name":"zoom","process":42},"words":[]}]"#
                + "\n")
    }

    @Test func controlsAreListedWithWhatTheyTake() throws {
        var gain = ControlFacts(0x98_0913, "gain", .integer, 0...100, step: 5, standard: 50, value: 10)
        (gain.isInactive, gain.isVolatile) = (true, true)
        var cam = Self.webcam
        cam.modes = []
        cam.controls = [
            ControlFacts(0x98_0900, "brightness", .integer, -64...64, standard: 1, value: 7),
            ControlFacts(0x98_0912, "gain_automatic", .boolean, 0...1, standard: 1, value: 1), gain,
            ControlFacts(
                0x98_0918, "power_line_frequency", .menu, 0...1, standard: 1, value: 0,
                choices: [.init(index: 0, text: "Disabled"), .init(index: 1, text: "50 Hz")]),
            ControlFacts(0x98_0999, "reset", .button, 0...0),
        ]
        #expect(
            DevicesCommand.text(of: [cam], controls: true) == """
                usb-Acme_Cam_1-video-index0
                  Acme Cam, /dev/video0
                  in use by zoom (process 42)
                  in plain words
                    gain                  now auto; auto, lock or a whole number
                    power-line            now off; off, 50, 60 or auto
                  controls
                    brightness            now 7; -64 ... 64, default 1
                    gain_automatic        now on; on or off, default on
                    gain                  now 10; 0 ... 100 in steps of 5, default 50, changes by itself; it has no effect while \
                gain_automatic is on
                    power_line_frequency  now disabled; disabled (0), 50_hz (1), default 50_hz
                    reset                 a button: press

                """)
        cam.controls = []
        #expect(DevicesCommand.text(of: [cam], controls: true).text.hasSuffix("\n  no controls\n"))
        #expect(
            try JSONText.line(gain.report(among: [gain]))
                == #"{"default":50,"kind":"integer","least":0,"most":100,"name":"gain","obstacle":"it has no effect while another "#
                + #"control is as it is","read-only":false,"step":5,"value":10,"volatile":true}"# + "\n")
    }

    @Test func encodersAtHandComeInColumnsTheOthersInALine() {
        let encoders = EncoderCatalog.list(on: MachineFacts(cores: 2, elements: ["x264enc", "h264parse"], host: "h"))
        let lines = EncodersCommand.text(of: encoders).split(separator: "\n")
        #expect(lines.first == "h264    x264       x264enc            mov mp4 mkv")
        #expect(lines.dropFirst().first?.hasPrefix("Not on this machine: ") == true)
    }
}
