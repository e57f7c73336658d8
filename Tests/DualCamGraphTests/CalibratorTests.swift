import DualCamPlan
import DualCamTestKit
import Foundation
import Glibc
import Kernel
import Synchronization
import Testing

@testable import DualCamGraph

@Suite struct CalibratorTests {
    /// Two cores do more than one, or as much if another program uses the second one, and only impossible figures
    /// (below 0.3 or above 3) are refused.
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

    /// Data that stays in memory does not measure the disk's speed, so every block of 4 MB is synchronised.
    @Test func everyBlockIsWrittenThrough() throws {
        let folder = try #require(TemporaryFolder())
        let system = SystemWithFaults()
        system.room.withLock { $0 = 8_000_000 }
        SystemAccess.$current.withValue(system) {
            _ = #expect(throws: GraphFailure.self) { try Calibrator.disk(folder.path) }
        }
        #expect(system.dataSynchronised.withLock { $0.count } == 2)
        #expect(folder.contents == [])
    }

    @Test func aDiskThatDoesNotWriteThroughIsTold() throws {
        let folder = try #require(TemporaryFolder())
        let system = SystemWithFaults()
        system.dataSyncRefusal.withLock { $0 = EIO }
        let failure = SystemAccess.$current.withValue(system) {
            #expect(throws: GraphFailure.self) { try Calibrator.disk(folder.path) }
        }
        #expect(failure?.code == .outputNotCreated && failure?.message.contains("Input/output error") == true)
    }
}
