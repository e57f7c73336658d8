import DualCamPlan

/// Smooths the temperatures of all zones: of each, the third highest of its last five readings counts. So two wrong readings in
/// five change nothing, and what is really hot is believed at the third reading: within three seconds.
struct TemperatureWindow: Sendable, Equatable {
    private struct Sample: Sendable, Equatable {
        var celsius: Double
        var at: Duration
    }

    private static let size = 5
    private static let needed = 3
    /// A zone that has told nothing for this long does not count any more.
    private static let patience = Duration.seconds(15)

    private var samples: [String: [Sample]] = [:]
    /// The hottest zone, smoothed; `nil`: no zone has told enough.
    private(set) var hottest: MachineReading.Zone?

    mutating func observe(_ zones: [MachineReading.Zone], at now: Duration) {
        for zone in zones {
            let known = samples[zone.name, default: []] + [Sample(celsius: zone.celsius, at: now)]
            samples[zone.name] = known.suffix(Self.size)
        }
        samples = samples.mapValues { $0.filter { now - $0.at < Self.patience } }.filter { !$0.value.isEmpty }
        hottest = samples.compactMap { name, samples -> MachineReading.Zone? in
            guard samples.count >= Self.needed else { return nil }
            return .init(name: name, celsius: samples.map(\.celsius).sorted(by: >)[Self.needed - 1])
        }.max { ($0.celsius, $1.name) < ($1.celsius, $0.name) }
    }
}
