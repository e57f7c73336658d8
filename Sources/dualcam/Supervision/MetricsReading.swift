import DualCamSession

/// The figures of one moment for Prometheus.
struct MetricsReading: Sendable, Equatable {
    struct Temperature: Sendable, Equatable {
        var zone: String
        var type: String
        var celsius: Double
    }

    /// The last heartbeat of a worker.
    var beat: Heartbeat?
    var isRecording = false
    /// Frames a second by output, over the time since the last figures.
    var rates: [String: Double] = [:]
    var restarts = 0
    /// Unix nanoseconds of the last change to a file.
    var changed: Int64?
    /// Memory the worker holds, in bytes.
    var memory: Int64?
    var temperatures: [Temperature] = []
}

/// Frames a second from one reading to the next.
struct FrameRates: Sendable {
    private var last: (frames: [String: Int], at: Duration)?

    mutating func observe(_ outputs: [Heartbeat.Output], at now: Duration) -> [String: Double] {
        let frames = Dictionary(outputs.map { ($0.name, $0.frames) }, uniquingKeysWith: { first, _ in first })
        defer { last = (frames, now) }
        guard let last, now > last.at else { return [:] }
        let seconds = (now - last.at) / .seconds(1)
        // A new worker may count from 0 again.
        return frames.reduce(into: [:]) { rates, output in
            rates[output.key] = Double(max(0, output.value - (last.frames[output.key] ?? 0))) / seconds
        }
    }
}

/// The figures in Prometheus's text format (https://prometheus.io/docs/instrumenting/exposition_formats/).
enum MetricsText {
    /// One metric: its samples, each with labels.
    struct Family: Sendable {
        enum Kind: String, Sendable { case counter, gauge }

        var name: String
        var kind: Kind
        var help: String
        var samples: [(labels: [(String, String)], value: Double)]

        var text: String {
            let lines = samples.map { sample in
                "\(name)\(MetricsText.labels(sample.labels)) \(MetricsText.number(sample.value))"
            }
            return (["# HELP \(name) \(help)", "# TYPE \(name) \(kind.rawValue)"] + lines).map { $0 + "\n" }.joined()
        }
    }

    static func text(_ reading: MetricsReading) -> String {
        let families = recording(reading) + outputs(reading) + workload(reading) + machine(reading) + heat(reading)
        return families.filter { !$0.samples.isEmpty }.map(\.text).joined()
    }

    private static func recording(_ reading: MetricsReading) -> [Family] {
        let beat = reading.beat
        return [
            one("recording", .gauge, "Whether frames are being recorded.", reading.isRecording ? 1 : 0),
            one("recorded_seconds", .gauge, "Length recorded so far.", beat?.recorded),
            one(
                "repeated_frames_total", .counter, "Combined frames that show an older picture of a camera.",
                beat.map { Double($0.repeated) }),
            one(
                "lost_inputs", .gauge, "Cameras and microphones that are lost now.",
                beat.map { Double($0.lostInputs.count) }),
            Family(
                name: "dualcam_input_lost", kind: .gauge, help: "Inputs that are lost now.",
                samples: (beat?.lostInputs ?? []).map { ([("input", $0)], 1) }),
            one(
                "worker_restarts_total", .counter, "Recording processes that followed a lost one.",
                Double(reading.restarts)),
        ]
    }

    private static func outputs(_ reading: MetricsReading) -> [Family] {
        let outputs = reading.beat?.outputs ?? []
        func family(_ name: String, _ kind: Family.Kind, _ help: String, _ value: (Heartbeat.Output) -> Double?)
            -> Family
        {
            Family(
                name: "dualcam_" + name, kind: kind, help: help,
                samples: outputs.compactMap { output in value(output).map { ([("output", output.name)], $0) } })
        }
        return [
            family("frames_total", .counter, "Video frames written.") { Double($0.frames) },
            family("dropped_frames_total", .counter, "Video frames lost before the encoder.") { Double($0.dropped) },
            family("written_bytes_total", .counter, "Bytes written.") { Double($0.bytes) },
            family("frames_per_second", .gauge, "Video frames written a second.") { reading.rates[$0.name] },
        ]
    }

    private static func workload(_ reading: MetricsReading) -> [Family] {
        let beat = reading.beat
        return [
            one("load_ratio", .gauge, "Share of what the process can have that it uses.", beat?.load),
            one("queue_ratio", .gauge, "How full the fullest queue before an encoder is.", beat?.queue),
            Family(
                name: "dualcam_shed", kind: .gauge, help: "What is left out now.",
                samples: (beat?.shed ?? []).map { ([("step", $0.step), ("reason", $0.reason)], 1) }),
            one(
                "shed_steps_total", .counter, "How often something was left out.", beat.map { Double($0.shedSteps) }),
        ]
    }

    private static func machine(_ reading: MetricsReading) -> [Family] {
        [
            one("free_bytes", .gauge, "Bytes left on the disk.", reading.beat?.freeBytes.map(Double.init)),
            one("worker_memory_bytes", .gauge, "Memory of the recording process.", reading.memory.map(Double.init)),
            one(
                "last_write_timestamp_seconds", .gauge, "Unix time of the last change to a file.",
                reading.changed.map { Double($0 / 1_000_000) / 1000 }),
            Family(
                name: "dualcam_temperature_celsius", kind: .gauge, help: "Temperature of a thermal zone.",
                samples: reading.temperatures.map { ([("zone", $0.zone), ("type", $0.type)], $0.celsius) }),
        ]
    }

    /// A metric without labels; without a value it has no sample.
    static func one(_ name: String, _ kind: Family.Kind, _ help: String, _ value: Double?) -> Family {
        Family(name: "dualcam_" + name, kind: kind, help: help, samples: value.map { [([], $0)] } ?? [])
    }

    private static func labels(_ labels: [(String, String)]) -> String {
        if labels.isEmpty { return "" }
        return "{" + labels.map { "\($0)=\"\(escaped($1))\"" }.joined(separator: ",") + "}"
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "\\": escaped += "\\\\"
            case "\"": escaped += "\\\""
            case "\n": escaped += "\\n"
            default: escaped.append(character)
            }
        }
    }

    /// Whole numbers without a fraction, others with three digits of one.
    private static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : Wording.number(value, fractionDigits: 3)
    }
}
