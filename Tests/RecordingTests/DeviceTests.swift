import DualCamTestKit
import Foundation
import Testing

/// Real USB cameras behind the kernel's own driver, with frame rates and losses that `vivid` cameras do not have.
///
/// A recording ends between two frames or on one, so each file may have one frame more or less.
@Suite(
    .serialized, .enabled(if: CameraMachine.isPossible), .timeLimit(.minutes(30)),
    .onceMore, .tags(.emulatedMachine))
struct DeviceTests {
    @Test("the doctor measures a camera's rate, and finds damaged pictures")
    func doctor() throws {
        let report = try DeviceCases.report("enumerate")
        #expect(report.told("well ended") == ["0"], "\(report.text)")
        let well = report.told("well says ok       camera back")
        #expect(well.count == 1 && well[0].contains("pictures of 320x240, 30.1 fps as measured."), "\(report.text)")
        #expect(report.told("ill ended") == ["70"], "\(report.text)")
        let faults = report.told("ill says fault    camera back")
        #expect(faults.contains { $0.hasPrefix("2 pictures arrived damaged. ") }, "\(report.text)")
    }

    @Test("devices lists USB cameras by their serial numbers, with the modes of their descriptors")
    func enumerate() throws {
        struct Device: Decodable, Equatable {
            struct Mode: Decodable, Equatable {
                var format: String
                var width: Int
                var rates: [String]
            }
            var name: String
            var path: String
            var modes: [Mode]
        }
        let listed = try JSONDecoder().decode([Device].self, from: Data(DeviceCases.read("enumerate/devices.out").utf8))
        #expect(
            listed == [
                Device(
                    name: "usb-dualcam_Alpha_Alpha-video-index0", path: "/dev/video0",
                    modes: [
                        .init(format: "yuy2", width: 160, rates: ["15"]),
                        .init(format: "mjpeg", width: 320, rates: ["30", "15"]),
                    ]),
                Device(
                    name: "usb-dualcam_Beta_Beta-video-index0", path: "/dev/video2",
                    modes: [.init(format: "mjpeg", width: 640, rates: ["30"])]),
            ])
    }

    @Test("a camera at exactly its rate: every frame, proven")
    func exact() throws {
        let report = try DeviceCases.report("exact")
        let file = try report.file("back.mov", of: "exact")
        #expect((149...151).contains(file.frames) && DeviceReport.isEven(file.rest, 33.33, "shows A"), "\(report.text)")
        #expect(report.told("exact ended") == ["0"] && report.told("exact audit ended") == ["0"], "\(report.text)")
    }

    @Test(
        "cameras at other rates than they say: every frame is in the file, at its time",
        arguments: [
            ("fast", 363.6, 33.00), ("ntsc", 359.6, 33.37), ("slow", 177, 67.80), ("film", 276.6, 43.38),
        ] as [(String, Double, Double)])
    func rates(_ name: String, _ frames: Double, _ distance: Double) throws {
        let report = try DeviceCases.report("rates")
        let file = try report.file("\(name).mov", of: "rates")
        #expect(abs(Double(file.frames) - frames) < 2, "\(report.text)")
        #expect(
            DeviceReport.isEven(file.rest, distance, "shows A"), "no frame is missing, none is late: \(report.text)")
    }

    @Test("a camera that halves its rate while it is recorded: every frame is in one file")
    func changingRate() throws {
        let report = try DeviceCases.report("rates")
        let file = try report.file("dark.mov", of: "rates")
        #expect(abs(file.frames - 285) <= 3, "\(report.text)")
        #expect(file.rest.hasSuffix("(33 to 67), shows A"), "\(report.text)")
    }

    @Test("frames that the driver drops are counted; frames that the sensor leaves out are missing in the file")
    func gaps() throws {
        let report = try DeviceCases.report("gaps")
        for name in ["error", "skipped"] {
            let file = try report.file("\(name).mov", of: "gaps")
            #expect(file.rest.hasSuffix("steps 4 x 2"), "\(report.text)")
        }
        let dropped = report.told("gaps told dropped error").compactMap { Int($0) }
        #expect(dropped.reduce(0, +) == 4, "\(report.text)")
        #expect(report.told("gaps audit: note:") == ["error: 4 frames dropped, as the ledger says."], "\(report.text)")
    }
}
