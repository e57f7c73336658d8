import Testing

@testable import DualCamTiming

@Suite("Graph: how often a camera's pictures come")
struct CadenceMeterTests {
    /// Feeds pictures at the given distances in milliseconds. Returns each reported rate, in tenths of pictures per
    /// second, with the number of the picture at which it was reported.
    private static func told(
        nominal: Double, _ distances: [(count: Int, milliseconds: Double)], tremble: (Int) -> Double = { _ in 0 },
        lost: Set<Int> = []
    ) -> [[Int]] {
        var meter = CadenceMeter(frame: Int64(nominal * 1e6))
        var (time, number) = (100.0, 0)
        var begins: [Int64: Int] = [:]
        var told: [[Int]] = []
        for (count, distance) in distances {
            for _ in 0..<count {
                let at = Int64((time + tremble(number)) * 1e6)
                begins[at] = number
                if !lost.contains(number), let cadence = meter.see(Int64(number), at: at) {
                    told.append([Int((1e10 / Double(cadence.frame)).rounded()), begins[cadence.from] ?? -1])
                }
                (time, number) = (time + distance, number + 1)
            }
        }
        return told
    }

    @Test func aCameraIsMeasuredOnceWhileItKeepsItsCadence() {
        #expect(Self.told(nominal: 33.333, [(900, 1000 / 30.1)]) == [[301, 0]])
        #expect(Self.told(nominal: 41.667, [(900, 1000 / 23.05)]) == [[231, 0]])
        // Pictures whose times vary by 25 ms.
        let trembling = Self.told(nominal: 33.333, [(9000, 33.333)]) { Double(($0 * 7919) % 26) }
        #expect(trembling.count == 1)
    }

    @Test func aChangeIsToldFromThePictureOnWithWhichItBegan() {
        let told = Self.told(nominal: 33.333, [(300, 33.333), (150, 66.667), (300, 33.333)])
        #expect(told.map { $0[0] } == [300, 150, 300])
        #expect(abs(told[1][1] - 300) <= 20)
        #expect(abs(told[2][1] - 450) <= 20)
    }

    @Test func whatIsLostOrLateIsNoChange() {
        let lost = Set(stride(from: 50, to: 800, by: 3))
        #expect(Self.told(nominal: 33.333, [(900, 33.333)], lost: lost).count == 1)
        // Twice, no picture arrives for half a second.
        #expect(
            Self.told(nominal: 33.333, [(100, 33.333), (1, 500), (100, 33.333), (1, 500), (300, 33.333)]).count == 1)
    }

    @Test func aSlowCameraIsMeasuredAfterThreeDistances() {
        #expect(Self.told(nominal: 60_000, [(5, 61_000)]) == [[0, 0]])
    }
}
