import DualCamConfig
import DualCamPlan
import Testing

@testable import dualcam

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
            DevicesCommand.text(of: []) == "No camera found. 'dualcam run FILE --simulate' records test patterns.\n")
    }

    @Test func camerasForPrograms() throws {
        #expect(
            try JSONText.line([DeviceReport(Self.webcam)])
                == #"[{"bus":"usb-0000:00:14.0-1","busy":true,"card":"Acme Cam","controls":[],"driver":"uvcvideo","modes":["#
                + #"{"format":"mjpeg","height":1080,"rates":["30","30000/1001"],"width":1920},"#
                + #"{"colorimetry":"bt709","format":"yuy2","height":480,"rates":[],"width":640}],"#
                + #""name":"usb-Acme_Cam_1-video-index0","path":"/dev/video0","user":{"name":"zoom","process":42},"words":[]}]"#
                + "\n")
    }

    @Test func encodersAtHandComeInColumnsTheOthersInALine() {
        let encoders = EncoderCatalog.list(on: MachineFacts(cores: 2, elements: ["x264enc", "h264parse"], host: "h"))
            .map(EncoderReport.init)
        let lines = EncodersCommand.text(of: encoders).split(separator: "\n")
        #expect(lines.first == "h264    x264       x264enc            mov mp4 mkv")
        #expect(lines.dropFirst().first?.hasPrefix("Not on this machine: ") == true)
    }
}
