import DualCamTestKit
import Foundation
import Testing

@testable import DualCamDevices

/// CPU, memory and disk pressure, read from trees of real files.
@Suite struct StrainReaderTests {
    private let folder: TemporaryFolder
    /// The device number of the folder's disk, as in `/proc/diskstats`.
    private let device: String

    init() throws {
        folder = try #require(TemporaryFolder())
        var facts = stat()
        #expect(stat(folder.path, &facts) == 0)
        device = "\(Self.major(facts.st_dev)) \(Self.minor(facts.st_dev))"
    }

    private static func major(_ number: dev_t) -> UInt64 { (UInt64(number) >> 8) & 0xfff }
    private static func minor(_ number: dev_t) -> UInt64 { UInt64(number) & 0xff | (UInt64(number) >> 12) & ~0xff }

    private var reader: StrainReader { StrainReader(proc: folder.path, folder: folder.path) }

    private func waited(_ milliseconds: Int) {
        folder.write(
            """
               7 999 loop0 1 0 8 0 0 0 0 0 0 0 999999 0 0 0 0 0 0
             \(device) vda1 10 0 8 4 7 0 9 3 2 11 \(milliseconds) 0 0 0 0 0 0

            """, to: "diskstats")
    }

    @Test(
        arguments: [
            ("some avg10=25.00 avg60=63.57 avg300=59.39 total=5\n", "9.0 1 1 1/2 3\n", 0.25),
            (nil, "1.5 1 1 1/2 3\n", 0.375),
            ("full avg10=90.00\n", "9.0 1 1 1/2 3\n", 1), (nil, nil, nil), ("some avg10=900\n", "-1 x\n", nil),
        ] as [(String?, String?, Double?)])
    func theProcessorIsThePressureElseTheLoad(pressure: String?, load: String?, share: Double?) throws {
        if let pressure { folder.write(pressure, to: "pressure/cpu") }
        if let load { folder.write(load, to: "loadavg") }
        folder.write("cpu  1 0 0 0\ncpu0 1 0 0 0\ncpu1 0 0 0 0\n", to: "stat")
        var reader = reader
        #expect(reader.reading() == MachineStrain(processor: share, disk: nil))
    }

    /// Four requests on average count as half of a full queue. A disk is not judged by single moments.
    @Test func theDiskIsItsQueue() {
        folder.write("some avg10=99.00 avg60=0 avg300=0 total=5\n", to: "pressure/io")
        var (reader, now) = (reader, ContinuousClock.now)
        func read(_ milliseconds: Int, after length: Duration) -> Double? {
            waited(milliseconds)
            now += length
            return reader.reading(at: now).disk
        }
        #expect(read(1000, after: .zero) == nil)
        #expect(read(5000, after: .seconds(1)) == 0.5)
        #expect(read(90_000, after: .milliseconds(100)) == 0.5)
        #expect(read(6000, after: .milliseconds(900)) == 0.125)
        #expect(read(100_000, after: .seconds(2)) == 1)
        // The counters begin again if a disk is removed and added.
        #expect(read(4000, after: .seconds(1)) == 1)
        #expect(read(4000, after: .seconds(1)) == 0)
        folder.remove("diskstats")
        #expect(reader.reading(at: now).disk == 0.99)
    }
}
