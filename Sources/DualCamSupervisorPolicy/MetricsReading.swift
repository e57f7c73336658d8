import DualCamRecordings
import DualCamSession

/// The values of all metrics for Prometheus at one moment.
package struct MetricsReading: Sendable, Equatable {
    /// The temperature of one of the kernel's thermal zones.
    package struct Temperature: Sendable, Equatable {
        /// The zone's name in sysfs, such as `thermal_zone0`.
        var zone: String
        /// The kind of the sensor as the kernel reports it, such as `x86_pkg_temp`; empty if unknown.
        var type: String
        var celsius: Double

        package init(zone: String, type: String, celsius: Double) {
            (self.zone, self.type, self.celsius) = (zone, type, celsius)
        }
    }

    /// The last heartbeat that any worker sent; `nil` if there was none yet.
    var beat: Heartbeat?
    var isRecording = false
    /// The frames per second that each output has recorded since the previous reading, keyed by the output's name.
    var rates: [String: Double] = [:]
    var restarts = 0
    /// The number of finished sessions that are not backed up; `nil` if unknown.
    var unsaved: Int?
    /// The time of the last change to any file of the session, in Unix nanoseconds; `nil` if unknown.
    package var changed: Int64?
    /// The worker's memory in bytes; `nil` if unknown.
    package var memory: Int64?
    /// The temperatures of all thermal zones that report one.
    package var temperatures: [Temperature] = []

    package init(
        beat: Heartbeat? = nil, isRecording: Bool = false, rates: [String: Double] = [:], restarts: Int = 0,
        unsaved: Int? = nil, changed: Int64? = nil, memory: Int64? = nil, temperatures: [Temperature] = []
    ) {
        (self.beat, self.isRecording, self.rates, self.restarts) = (beat, isRecording, rates, restarts)
        (self.unsaved, self.changed, self.memory, self.temperatures) = (unsaved, changed, memory, temperatures)
    }
}

/// Calculates the frames per second of each output between two readings.
package struct FrameRates: Sendable {
    private var last: (frames: [String: Int], at: Duration)?

    package init() {}

    /// Returns the frames per second of each output since the previous call, keyed by the output's name. Empty for the
    /// first call, and if no time has passed.
    ///
    /// - Parameter now: The time since any fixed moment.
    package mutating func observe(_ outputs: [Heartbeat.Output], at now: Duration) -> [String: Double] {
        let frames = Dictionary(outputs.map { ($0.name, $0.frames) }, uniquingKeysWith: { first, _ in first })
        defer { last = (frames, now) }
        guard let last, now > last.at else { return [:] }
        let seconds = (now - last.at) / .seconds(1)
        // The frame counts of a new worker may start from 0 again.
        return frames.reduce(into: [:]) { rates, output in
            rates[output.key] = Double(max(0, output.value - (last.frames[output.key] ?? 0))) / seconds
        }
    }
}

/// The metrics in Prometheus's text format (https://prometheus.io/docs/instrumenting/exposition_formats/).
extension MetricsReading {
    /// A metric with its samples, which have different labels.
    struct Family: Sendable {
        enum Kind: String, Sendable { case counter, gauge }

        var name: String
        var kind: Kind
        var help: String
        var samples: [(labels: [(String, String)], value: Double)]

        var text: String {
            let lines = samples.map { sample in
                "\(name)\(MetricsReading.labels(sample.labels)) \(MetricsReading.number(sample.value))"
            }
            return (["# HELP \(name) \(help)", "# TYPE \(name) \(kind.rawValue)"] + lines).map { $0 + "\n" }.joined()
        }
    }

    /// The metrics that have a value, as text for Prometheus.
    package var text: String {
        let families =
            Self.recording(self) + Self.signals(self) + Self.outputs(self) + Self.workload(self) + Self.machine(self)
            + Self.heat(self)
        return families.filter { !$0.samples.isEmpty }.map(\.text).joined()
    }

    private static func recording(_ reading: MetricsReading) -> [Family] {
        let (beat, lost) = (reading.beat, reading.beat?.lostInputs ?? [])
        return [
            one("recording", .gauge, "Whether frames are being recorded.", reading.isRecording ? 1 : 0),
            one("recorded_seconds", .gauge, "Length recorded so far.", beat?.recorded),
            count("repeated_frames_total", "Combined frames that show an older picture of a camera.", beat?.repeated),
            one(
                "lost_inputs", .gauge, "Cameras and microphones that are lost now.",
                beat.map { _ in Double(lost.count) }),
            many("input_lost", .gauge, "Inputs that are lost now.", lost.map { ([("input", $0)], 1) }),
            count("worker_restarts_total", "Recording processes that followed a lost one.", reading.restarts),
        ]
    }

    private static func signals(_ reading: MetricsReading) -> [Family] {
        let (beat, cameras) = (reading.beat, reading.beat?.pictures ?? [])
        return [
            many(
                "audio_peak_dbfs", .gauge, "Highest peak of a microphone within the last second, in dBFS.",
                (beat?.peaks ?? []).map { ([("microphone", $0.microphone)], $0.peak) }),
            many(
                "picture_luminance_ratio", .gauge, "Mean luminance of a camera's picture, from 0 (black) to 1 (white).",
                cameras.compactMap { picture in picture.luminance.map { ([("camera", picture.camera)], $0) } }),
            many(
                "picture_unchanged_seconds", .gauge, "Time since a camera's picture has changed, to the pixel.",
                cameras.map { ([("camera", $0.camera)], $0.unchanged) }),
            many(
                "signal_fault", .gauge, "1 while a camera or microphone delivers something faulty.",
                (beat?.signals ?? []).map { ([("input", $0.input), ("code", $0.code)], 1) }),
        ]
    }

    private static func outputs(_ reading: MetricsReading) -> [Family] {
        func family(_ name: String, _ kind: Family.Kind, _ help: String, _ value: (Heartbeat.Output) -> Double?)
            -> Family
        {
            many(
                name, kind, help,
                (reading.beat?.outputs ?? []).compactMap { output in
                    value(output).map { ([("output", output.name)], $0) }
                })
        }
        return [
            family("frames_total", .counter, "Video frames written.") { Double($0.frames) },
            family("dropped_frames_total", .counter, "Video frames lost before the encoder.") { Double($0.dropped) },
            family("missing_frames", .gauge, "Video frames of the last session that are in no file; after its end.") {
                $0.missing.map(Double.init)
            },
            family("shed_frames", .gauge, "Video frames of the last session left out on purpose; after its end.") {
                $0.shed.map(Double.init)
            },
            family("written_bytes_total", .counter, "Bytes written.") { Double($0.bytes) },
            many(
                "output_still", .gauge, "1 while no frame of an output is written though its inputs deliver.",
                (reading.beat?.stillOutputs ?? []).map { ([("output", $0)], 1) }),
            family("frames_per_second", .gauge, "Video frames written a second.") { reading.rates[$0.name] },
        ]
    }

    private static func workload(_ reading: MetricsReading) -> [Family] {
        let beat = reading.beat
        let sheds = (beat?.shed ?? []).map { ([("step", $0.step), ("reason", $0.reason)], 1.0) }
        return [
            one("load_ratio", .gauge, "Share of what the process can have that it uses.", beat?.load),
            one("queue_ratio", .gauge, "How full the fullest queue before an encoder is.", beat?.queue),
            many("shed", .gauge, "What is left out now.", sheds),
            count("shed_steps_total", "How often something was left out.", beat?.shedSteps),
        ]
    }

    private static func machine(_ reading: MetricsReading) -> [Family] {
        let changed = reading.changed.map { Double($0 / 1_000_000) / 1000 }
        let zones = reading.temperatures.map { ([("zone", $0.zone), ("type", $0.type)], $0.celsius) }
        return [
            one("free_bytes", .gauge, "Bytes left on the disk.", reading.beat?.freeBytes.map(Double.init)),
            one("worker_memory_bytes", .gauge, "Memory of the recording process.", reading.memory.map(Double.init)),
            one("last_write_timestamp_seconds", .gauge, "Unix time of the last change to a file.", changed),
            one(
                "backup_waiting", .gauge, "Finished sessions that are not copied to the place of backup yet.",
                reading.unsaved.map(Double.init)),
            many("temperature_celsius", .gauge, "Temperature of a thermal zone.", zones),
        ]
    }

    private static func heat(_ reading: MetricsReading) -> [Family] {
        let beat = reading.beat
        return [
            one(
                "heat_level", .gauge, "Level of heat: 0 nominal, 1 fair, 2 serious, 3 critical, 4 shutdown.",
                beat?.heatLevel.map(Double.init)),
            one(
                "heat_forecast_seconds", .gauge,
                "Time until the next level that costs frames, if it goes on like this.",
                beat?.heatForecast.map(Double.init)),
            one("battery_charge_ratio", .gauge, "Charge of the battery, from 0 to 1.", beat?.batteryCharge),
        ]
    }

    /// Creates a metric with a single sample without labels. If `value` is `nil`, the metric has no sample.
    private static func one(_ name: String, _ kind: Family.Kind, _ help: String, _ value: Double?) -> Family {
        many(name, kind, help, value.map { [([], $0)] } ?? [])
    }

    private static func count(_ name: String, _ help: String, _ value: Int?) -> Family {
        one(name, .counter, help, value.map(Double.init))
    }

    private static func many(
        _ name: String, _ kind: Family.Kind, _ help: String, _ samples: [(labels: [(String, String)], value: Double)]
    ) -> Family {
        Family(name: "dualcam_" + name, kind: kind, help: help, samples: samples)
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

    /// Formats a whole number without a fraction, and any other number with three decimal places.
    private static func number(_ value: Double) -> String {
        value == value.rounded() && abs(value) < 1e15 ? "\(Int64(value))" : Wording.number(value, fractionDigits: 3)
    }
}
