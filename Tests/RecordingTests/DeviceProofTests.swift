import DualCamTestKit
import Foundation
import Testing

/// The result of the audit for recordings of real USB cameras, and the losses that it counts.
@Suite(
    .serialized, .enabled(if: CameraMachine.isPossible), .timeLimit(.minutes(30)),
    .onceMore, .tags(.emulatedMachine))
struct DeviceProofTests {
    @Test("cameras at other rates than they say are proven, and their cadence is told")
    func rates() throws {
        let report = try DeviceCases.report("rates")
        #expect(
            report.told("rates ended") == ["0"] && report.told("rates audit ended") == ["0"],
            "\(report.text)")
        let told = report.told("rates told cadence").map { $0.split(separator: " ") }
        let measured = { (name: String) in
            told.filter { $0.first == name[...] }.compactMap { Double($0.last ?? "") }
        }
        for (name, rate) in [("fast", 30.3), ("ntsc", 29.97), ("slow", 14.75), ("film", 23.05)] {
            let found = measured(name)
            #expect(found.count == 1 && abs((found.first ?? 0) - rate) < 0.1, "\(name): \(report.text)")
        }
        let dark = measured("dark").map { Int($0.rounded()) }
        #expect(dark == [30, 15, 30], "\(report.text)")
        let notes = report.told("rates audit: note: dark:")
        #expect(
            notes.contains { $0.hasPrefix("its camera delivered 15 pictures a second from ") },
            "\(report.text)")
        #expect(!report.text.contains("unaccounted"), "\(report.text)")
    }

    @Test(
        "frames that the driver drops are accounted for, and those that a sensor never took are not losses"
    )
    func gaps() throws {
        let report = try DeviceCases.report("gaps")
        #expect(
            report.told("gaps ended") == ["0"] && report.told("gaps audit ended") == ["0"],
            "\(report.text)")
    }

    @Test(
        "damaged pictures are left out and counted; no file holds one, and no camera is lost by them",
        arguments: ["passed", "decoded"])
    func damaged(_ name: String) throws {
        let report = try DeviceCases.report("damaged")
        #expect(
            report.told("damaged ended") == ["0"] && report.told("damaged audit ended") == ["0"],
            "\(report.text)")
        let file = try report.file("\(name).mov", of: "damaged")
        #expect(
            file.rest.contains("steps 18 x 2") && !file.rest.contains("complaints"), "\(report.text)")
        let count = { (words: String) in report.told(words).compactMap { Int($0) }.reduce(0, +) }
        #expect(count("damaged told damaged \(name)") == 15, "\(report.text)")
        #expect(count("damaged told dropped \(name)") == 18, "\(report.text)")
        #expect(report.told("damaged told input-lost").isEmpty, "\(report.text)")
        #expect(
            report.told("damaged audit: note: \(name):").sorted() == [
                "15 pictures came damaged from its camera and were left out.",
                "18 frames dropped, as the ledger says.",
            ], "\(report.text)")
    }

    /// A decoder outputs nothing for a JPEG without a valid header. Previously, such frames were unaccounted for.
    @Test("`damaged: keep` leaves out only what no decoder accepts", arguments: ["passed", "decoded"])
    func kept(_ name: String) throws {
        let report = try DeviceCases.report("kept")
        #expect(
            report.told("kept ended") == ["0"] && report.told("kept audit ended") == ["0"], "\(report.text)")
        #expect(
            report.told("kept audit: note: \(name):").sorted() == [
                "6 pictures came damaged from its camera and were left out.",
                "6 pictures came damaged from its camera and were recorded unchanged.",
                "9 frames dropped, as the ledger says.",
            ], "\(report.text)")
    }

    @Test("a camera is told to keep its rate in the dark")
    func steady() throws {
        #expect(try DeviceCases.read("exact/Alpha.log").contains("control 1/3 = 0"))
    }
}
