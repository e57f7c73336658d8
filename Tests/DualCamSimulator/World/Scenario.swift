package import DualCamConfig
import DualCamPlan
import DualCamRecordings

/// The content of one run: what is recorded and what goes wrong. Everything depends on the seed alone.
package struct Scenario: Sendable {
    package let seed: UInt64
    /// The text of the pipeline file.
    package let file: String
    package var faults: [Fault]
    let pipeline: Pipeline
    /// The time at which a user ends the recording, in nanoseconds of the world's time.
    let end: Int64
    /// The wall-clock time at which the world begins, in Unix nanoseconds.
    let wall: Int64
    let capacity: Int64
    let hasOlderSessions: Bool
    /// True if sessions stand by between takes, as with `dualcam serve`.
    let serves: Bool

    var outputs: [OutputName] { pipeline.outputs }
    var inputs: [InputName] {
        pipeline.cameras.map { InputName($0.name) } + pipeline.microphones.map { InputName(microphone: $0.name) }
    }
    var rate: FrameRate { pipeline.cameras[0].rate }
    /// The length of a fragment, the unit in which files are written, in nanoseconds.
    var fragment: Int64 { (pipeline.recording.maxLoss ?? .seconds(1)).nanoseconds / 2 }
    static let directory = "/rec"
    static let fallback = "/spare"

    /// Creates the scenario of a seed. Throws if its pipeline file is invalid, which would be a mistake of the
    /// simulator.
    ///
    /// - Parameters:
    ///   - hours: The length of the run; `nil` to let the seed choose it.
    ///   - kinds: The kinds of faults that may occur.
    package init(
        seed: UInt64, hours: Double? = nil, kinds: Set<FaultKind> = Set(FaultKind.allCases)
    ) throws(PipelineIssues) {
        self.seed = seed
        var random = Randomness(seed)
        var choices = random.split()
        let length = hours.map { Int64($0 * Double(Span.hour)) } ?? Self.length(&choices)
        let wall = Self.wall(&choices)
        file = Self.file(&choices, length, wall)
        let context = LoadContext(environment: [:], home: "/home/ada")
        pipeline = try PipelineLoader.load(Array(file.utf8), named: "x.yaml", overrides: [], context: context).pipeline
        end = length
        self.wall = wall
        let isSmall = choices.isOne(in: 6)
        hasOlderSessions = choices.isOne(in: 2)
        // The older sessions take 1.2 GB.
        let used: Int64 = hasOlderSessions ? 1_200_100_000 : 0
        capacity = isSmall ? length / Span.second * 3_000_000 + 400_000_000 + used : 1 << 44
        serves = choices.isOne(in: 4)
        var swarm = random.split()
        // Every kind is drawn, so that leaving one out does not change the others.
        let left = FaultKind.allCases.filter { _ in swarm.isOne(in: 2) }
        let drawn = left.filter(kinds.contains)
        faults = swarm.isOne(in: 4) ? Self.loose(&random, length, kinds) : Self.faults(&random, length, drawn)
    }

    /// Creates a scenario from a given pipeline file, in which nothing goes wrong by itself.
    ///
    /// - Parameters:
    ///   - end: When a user ends the recording, in nanoseconds of the world's time.
    ///   - capacity: The size of the disk in bytes.
    package init(file: String, end: Int64, capacity: Int64 = 1 << 44) throws(PipelineIssues) {
        (seed, self.file, faults, self.end, self.capacity) = (1, file, [], end, capacity)
        let context = LoadContext(environment: [:], home: "/home/ada")
        pipeline = try PipelineLoader.load(Array(file.utf8), named: "x.yaml", overrides: [], context: context).pipeline
        (wall, hasOlderSessions, serves) = (1_795_269_903 * Span.second, false, false)
    }

    /// Chooses the length of the run, in nanoseconds. Most runs are short: just as much goes wrong in them, and more of
    /// them can be run.
    private static func length(_ random: inout Randomness) -> Int64 {
        switch random.number(1...200) {
        case 1...179: random.number(5 * Span.second...180 * Span.second)
        case 180...198: random.number(2 * Span.minute...20 * Span.minute)
        default: random.number(20 * Span.minute...150 * Span.minute)
        }
    }

    /// Chooses the wall-clock time of the start, in Unix nanoseconds: mostly an ordinary evening, sometimes the hour in
    /// which daylight saving ends or begins.
    private static func wall(_ random: inout Randomness) -> Int64 {
        let moments: [Int64] = [1_795_269_903, 1_792_890_000 - 900, 1_774_746_000 - 900, 1_798_761_540]
        return random.pick(moments) * Span.second + random.number(0...Span.minute)
    }

    private static func file(_ random: inout Randomness, _ length: Int64, _ wall: Int64) -> String {
        let cameras = ["back", "front", "side"].prefix(random.number(1...3))
        let rate = random.pick(["25", "30", "50", "30000/1001"])
        var lines = ["cameras:"]
        lines += cameras.map { "  \($0): {device: test, rate: \(rate)}" }
        if random.isOne(in: 2) { lines.append("microphone: test") }
        if cameras.count > 1, random.isOne(in: 2) { lines.append("combined: {layout: pip}") }
        var recording = ["directory: \(directory)"]
        recording.append("container: " + random.pick(["mov", "mkv"]))
        recording.append("max-loss: " + random.pick(["500ms", "1s", "2s"]))
        let lengths =
            length > 6 * Span.hour ? ["10min", "30min", "1h", "off"] : ["10s", "20s", "1min", "10min", "off"]
        recording.append("segment: " + random.pick(lengths))
        if random.isOne(in: 3) { recording.append("duration: \(max(2, length / Span.second * 2 / 3))s") }
        if random.isOne(in: 8) { recording.append("delay: 3s") }
        let until = WallTime.local(wall + length * 2 / 3).text.suffix(8).prefix(5)
        if random.isOne(in: 6) { recording.append("until: \"\(until)\"") }
        if random.isOne(in: 4) { recording.append("fallback: \(fallback)") }
        recording.append("missing-camera: " + random.pick(["fail", "continue"]))
        lines.append("recording: {\(recording.joined(separator: ", "))}")
        let full = random.pick(["stop", "delete-oldest"] + (cameras.count > 1 ? ["drop-combined"] : []))
        let retain = random.pick(["off", "7d", "1GB"])
        lines.append("storage: {when-full: \(full), keep-free: 200MB, retain: \(retain)}")
        lines.append("supervision: {hang: \(random.pick(["3s", "5s"]))}")
        return lines.joined(separator: "\n") + "\n"
    }

    /// Creates repeated faults of two or three kinds at short distances, all on the same device or output, such as
    /// those of a loose plug.
    private static func loose(_ random: inout Randomness, _ length: Int64, _ kinds: Set<FaultKind>) -> [Fault] {
        let all = FaultKind.allCases.filter(kinds.contains)
        guard !all.isEmpty else { return [] }
        let few = (0..<random.number(2...3)).map { _ in random.pick(all) }
        let subject = random.next()
        var faults: [Fault] = []
        var at = random.number(0...length)
        for _ in 0..<random.number(3...8) {
            faults.append(Fault(kind: random.pick(few), at: at, seed: random.next(), subject: subject))
            at += random.number(100 * Span.millisecond...max(Span.second, min(15 * Span.second, length / 5)))
            if at > length { at = random.number(0...length) }
        }
        return faults.sorted { ($0.at, $0.kind.rawValue) < ($1.at, $1.kind.rawValue) }
    }

    private static func faults(_ random: inout Randomness, _ length: Int64, _ kinds: [FaultKind]) -> [Fault] {
        guard !kinds.isEmpty else { return [] }
        // Commands of users are more frequent than faults.
        let kinds = kinds + [FaultKind](repeating: .command, count: kinds.contains(.command) ? 3 : 0)
        let most = min(12, max(2, Int(length / (20 * Span.second))))
        var faults: [Fault] = []
        for _ in 0..<random.number(0...most) {
            // Most happens at the beginning and at the end, so faults are more frequent there.
            let at =
                switch random.number(1...6) {
                case 1: random.number(0...3 * Span.second)
                case 2: length + random.number(-2 * Span.second...2 * Span.second)
                default: random.number(0...length)
                }
            let kind = random.pick(kinds)
            faults.append(Fault(kind: kind, at: max(0, at), seed: random.next(), subject: random.next()))
        }
        return faults.sorted { ($0.at, $0.kind.rawValue) < ($1.at, $1.kind.rawValue) }
    }
}
