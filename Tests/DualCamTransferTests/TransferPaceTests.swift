import DualCamConfig
import DualCamDevices
import Testing

@testable import DualCamTransfer

/// The speed of copies while other programs use the machine, second by second, with a clock that the test moves.
@Suite struct TransferPaceTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var why: String
        /// The requested bits per second; `nil`: no limit.
        var wanted: Int?
        /// The pressure on CPU and disk (1 means 100 %), and for how many seconds.
        var strains: [(processor: Double?, disk: Double?, seconds: Int)]
        /// The measured speed in bits per second.
        var speed: Int?
        /// The expected reports, with the second of each.
        var told: [String]
        var testDescription: String { why }
    }

    @Test(arguments: [
        Row(why: "nobody wants anything", wanted: 8_000_000, strains: [(0.1, 0, 60)], told: []),
        Row(why: "nothing is known of the machine", wanted: nil, strains: [(nil, nil, 60)], told: []),
        Row(
            why: "down in steps to the floor, and back", wanted: 4_000_000, strains: [(0.9, 0, 30), (0, 0, 40)],
            told: [
                "2: 2000000 processor", "7: 1000000 processor", "12: 500000 processor", "45: 1000000 processor",
                "50: 2000000 processor", "55: 4000000 -",
            ]),
        Row(why: "a moment is nothing", wanted: 4_000_000, strains: [(0.9, 0, 2), (0.4, 0, 1), (0.9, 0, 2)], told: []),
        Row(
            why: "the disk", wanted: 1_500_000, strains: [(0, 0.5, 10), (0, 0.1, 30)],
            told: ["2: 750000 disk", "7: 500000 disk", "25: 1000000 disk", "30: 1500000 -"]),
        Row(
            why: "between the limits it stays", wanted: 4_000_000, strains: [(0.6, 0, 4), (0.3, 0, 60)],
            told: ["2: 2000000 processor"]),
        Row(
            why: "calm that is broken begins again", wanted: 4_000_000,
            strains: [(0.6, 0, 4), (0, 0, 14), (0, 0.3, 1), (0, 0, 20)],
            told: ["2: 2000000 processor", "34: 4000000 -"]),
        Row(
            why: "of as much as there can be, half of what was seen", wanted: nil,
            strains: [(0.9, 0, 8), (0, 0, 30)], speed: 10_000_000,
            told: ["2: 5000000 processor", "7: 2500000 processor", "23: 5000000 processor", "28: max -"]),
        Row(
            why: "slower than the floor it is left alone", wanted: 300_000, strains: [(1, 1, 60)], told: []),
        Row(
            why: "slow without being asked to be", wanted: nil, strains: [(1, 0, 30), (0, 0, 30)], speed: 100_000,
            told: ["2: 500000 processor", "45: max -"]),
    ])
    func itGivesWayAndComesBack(row: Row) {
        var pace = AdaptiveBandwidth(row.wanted.map { Bitrate(bitsPerSecond: $0) })
        var (told, second): ([String], Int) = ([], 0)
        for strain in row.strains {
            for _ in 0..<strain.seconds {
                let reading = MachineStrain(processor: strain.processor, disk: strain.disk)
                let before = pace
                let isNews = pace.observe(reading, speed: row.speed, at: .seconds(second))
                #expect(isNews == (pace.limit != before.limit || pace.reason != before.reason))
                if isNews {
                    let limit = pace.limit.map { "\($0.bitsPerSecond)" } ?? "max"
                    told.append("\(second): \(limit) \(pace.reason?.rawValue ?? "-")")
                }
                second += 1
            }
        }
        #expect(told == row.told)
    }
}
