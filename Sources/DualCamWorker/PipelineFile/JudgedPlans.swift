import DualCamConfig
import DualCamControl
import DualCamPlan
package import DualCamProcess
package import DualCamRecordings

/// Plans the recording that a valid pipeline text describes, once for each requested variant of its settings. Reports
/// the cost estimates as in `plan --json`.
package struct JudgedPlans {
    /// A request for the plans of a pipeline text.
    package struct Order: Codable, Sendable, Equatable {
        /// The settings of each requested plan. They override the settings of the pipeline text.
        var variants: [[Setting]]
        /// The command-line settings with which the recorder was started.
        package var settings: [Setting] = []
        var simulate = false
        var asksDevices = true
    }

    var order: Order
    /// The name of the pipeline file for messages.
    var file: String
    var place: ProcessEnvironment

    package init(order: Order, file: String, place: ProcessEnvironment) {
        (self.order, self.file, self.place) = (order, file, place)
    }

    /// The keys that the settings of a requested plan may change. They select sizes, rates and encoders, never paths.
    private static let askable: [(section: String, keys: Set<String>)] = [
        ("cameras", ["size", "rate"]), ("encoders", ["use", "speed", "bitrate"]),
    ]

    static func mayBeAsked(_ setting: Setting) -> Bool {
        let parts = setting.key.split(separator: ".", omittingEmptySubsequences: false)
        let isKnown =
            ["combined.size", "combined.rate", "combined.layout"].contains(setting.key)
            || parts.count == 3 && askable.contains { $0.section == parts[0] && $0.keys.contains(String(parts[2])) }
        return isKnown && !setting.value.contains("${")
    }

    /// Returns a plan as JSON for each requested variant of the settings. GStreamer must be initialised. Blocks.
    package func all() -> [JSONValue] {
        let directory = directory
        let base: PreparedRecording
        do throws(CommandFailure) { base = try prepared() } catch {
            let none = Self.none(Self.reason(error), directory)
            return order.variants.map { _ in none }
        }
        return order.variants.map { variant in
            do throws(CommandFailure) { return try plan(variant, base, directory) } catch {
                return Self.none(Self.reason(error), directory)
            }
        }
    }

    private func request(_ settings: [Setting] = []) -> PipelineRequest {
        PipelineRequest(file: file, settings: order.settings.merged(with: settings), simulate: order.simulate)
    }

    private func prepared() throws(CommandFailure) -> PreparedRecording {
        let request = request()
        let loaded = try Preparation.load(request, in: place)
        guard order.asksDevices || order.simulate || !loaded.pipeline.hasDevices else {
            throw CommandFailure(.unavailable, "Devices cannot be queried during a recording")
        }
        return try Preparation.plan(request, loaded, store: CalibrationStore(place), in: place)
    }

    private func plan(
        _ variant: [Setting], _ base: PreparedRecording, _ directory: JSONValue
    ) throws(CommandFailure) -> JSONValue {
        guard variant.allSatisfy(Self.mayBeAsked) else {
            throw CommandFailure(.usage, "These keys cannot be varied")
        }
        let loaded = try Preparation.load(request(variant), in: place)
        var varied = base
        varied.inputs = try translated { () throws(GraphFailure) in
            try base.inputs.changed(
                to: order.simulate ? loaded.pipeline.simulated() : loaded.pipeline)
        }
        varied.loaded = loaded
        let summary = try varied.summary()
        guard let told = JSONValue(ifJSON: try JSONText.line(summary.report(of: varied.inputs))) else {
            throw CommandFailure(.fault, "The plan cannot be written as JSON")
        }
        return [
            "obstacle": .null, "cost": told["cost"] ?? .null, "bytes-per-hour": told["bytes-per-hour"] ?? .null,
            "outputs": told["outputs"] ?? [], "directory": directory,
        ]
    }

    private static func reason(_ failure: CommandFailure) -> String {
        guard let problem = failure.problems.first else { return failure.message }
        return Sentence.text(problem.message)
    }

    private static func none(_ reason: String, _ directory: JSONValue) -> JSONValue {
        [
            "obstacle": .string(reason), "cost": .null, "bytes-per-hour": .null, "outputs": [],
            "directory": directory,
        ]
    }

    /// The absolute path of the recording directory as JSON, which no variant can change; `null` if the pipeline cannot
    /// be loaded.
    private var directory: JSONValue {
        do throws(CommandFailure) {
            return .string(place.absolute(try Preparation.load(request(), in: place).pipeline.recording.directory))
        } catch {
            return .null
        }
    }
}
