import DualCamRecordings
import DualCamTestKit
import Foundation
import Testing

extension Recordings.Backups {
    /// A copy runs at half its speed while the kernel reports that tasks wait for the CPU, and at full speed
    /// afterwards. The copy is complete.
    @Test func aCopyGivesWayToOthers() async throws {
        let session = try await Self.session.value
        let folder = try #require(TemporaryFolder())
        let (there, proc) = (try #require(TemporaryFolder()), try #require(TemporaryFolder()))
        try FileManager.default.copyItem(atPath: session.folder, toPath: folder.path + "/" + session.name)
        try? FileManager.default.removeItem(atPath: folder.path + "/\(session.name)/.dualcam")
        let tell = { @Sendable (share: Int) in
            proc.write("some avg10=\(share).00 avg60=0.00 avg300=0.00 total=9\n", to: "pressure/cpu")
        }
        tell(1)
        // 1 Mbit/s are 125,000 bytes per second.
        let more = "backup: {to: '\(there.path)', bandwidth: 1Mbps}\nmachine: {proc: '\(proc.path)'}\n"
        let rates = Lock<[Double]>([])
        let recording = try await ServedLibrary.show(folder.path, more: more) { library in
            await Self.copy(library) { $0["percent"]?.count != nil }
            try await rates.add(Self.rate(library, there))
            tell(90)
            await Self.copy(library) { $0["slowed"]?.text == "processor" }
            try await rates.add(Self.rate(library, there))
            tell(1)
            await Self.copy(library) { $0["slowed"] == .null }
            await library.until { $0["event"] == "backups" && $0["waiting"] == .array([]) }
        }
        #expect(recording.code == 0, "\(recording.errors)")
        // rclone runs at idle priority, so it may stay below its limit if other programs run.
        let (fast, slow) = (rates.with { $0[0] }, rates.with { $0[1] })
        #expect((20_000...75_000).contains(slow) && (80_000...145_000).contains(fast), "\(slow), \(fast)")
        for (name, digest) in try await session.digests() {
            let sum = try await Tool.run("/usr/bin/sha256sum", [there.path + "/\(session.name)/\(name)"])
            #expect(sum.text.hasPrefix(digest), "\(name)")
        }
    }

    /// Waits until a condition holds for the copy in progress.
    private static func copy(_ library: ServedLibrary, _ isSo: @Sendable (JSONValue) -> Bool) async {
        await library.until { event in event["event"] == "backups" && event["copying"]?.list?.first.map(isSo) == true }
    }

    /// Measures the bytes per second that arrive within the next four seconds or a little more.
    private static func rate(_ library: ServedLibrary, _ there: TemporaryFolder) async throws -> Double {
        let begin = ContinuousClock.now
        let before = try await bytes(there)
        await library.until { _ in begin.duration(to: .now) >= .seconds(4) }
        return Double(try await bytes(there) - before) / (begin.duration(to: .now) / .seconds(1))
    }

    private static func bytes(_ there: TemporaryFolder) async throws -> Int {
        let told = try await Tool.run("/usr/bin/du", ["--apparent-size", "-s", "-B1", there.path])
        return Int(told.text.prefix { $0.isNumber }) ?? 0
    }
}

extension Lock<[Double]> {
    fileprivate func add(_ value: Double) { with { $0.append(value) } }
}
