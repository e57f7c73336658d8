import DualCamPlan
import DualCamTestKit
import Foundation
import Testing

@testable import DualCamGraph

@Suite struct CalibratorTests {
    /// Two cores do more than one, or as much where something else has the other; nobody does more than its share.
    @Test(.onceMore, .tags(.realTime)) func coresDoMoreTogether() {
        let parallel = Calibrator.parallel(cores: 2)
        #expect(parallel.count == 2 && parallel[0] == 1)
        #expect(parallel[1] > 0.3 && parallel[1] < 3)
    }

    @Test(.tags(.process)) func theDiskIsMeasuredAndNothingIsLeftThere() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/dualcam-disk-\(UInt32.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let disk = try Calibrator.disk(folder)
        #expect(disk.bytesPerSecond > 100_000 && disk.cpuPerMegabit > 0)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        #expect(throws: GraphFailure.self) { try Calibrator.disk(folder + "/missing") }
    }
}
