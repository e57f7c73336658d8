package import DualCamSession
internal import Gcrypt
internal import Synchronization

/// A request to plan a pipeline text: its cost, also with other settings.
package struct PlanQuestion: Sendable, Equatable {
    /// The variants to plan, each a list of settings laid over the text. An empty list plans the text itself.
    package var variants: [[Setting]]
    /// True when devices may be queried for their formats.
    package var asksDevices: Bool

    package init(variants: [[Setting]], asksDevices: Bool) {
        (self.variants, self.asksDevices) = (variants, asksDevices)
    }
}

/// The functions by which a program reads, checks and writes its pipeline file and lists the machine's devices. All of
/// them block except `checkIsCalm`.
package struct PipelineTools: Sendable {
    /// The pipeline file as found on the disk.
    package struct File: Sendable {
        package var path: String
        package var content: [UInt8]
        /// The reason why the file cannot be saved; `nil` if it can.
        package var obstacle: String?
        /// The path of the file to write instead; `nil` to write the file itself.
        package var copy: String?

        package init(path: String, content: [UInt8], obstacle: String? = nil, copy: String? = nil) {
            (self.path, self.content, self.obstacle, self.copy) = (path, content, obstacle, copy)
        }
    }

    /// True when the program applies a changed file while it runs.
    package var reloads: Bool
    /// The time (UTC) at which dualcam generated the file from the devices it found; `nil` if a person wrote it.
    package var drafted: String?
    /// True when test pictures and a test tone replace cameras and microphones.
    package var simulates: Bool
    package var read: @Sendable () throws(ControlRefusal) -> File
    /// Returns the `problems`, `notices`, `changes` and `plans` of a text as new content of the file.
    package var judge: @Sendable (_ content: [UInt8], _ file: File, PlanQuestion?) throws(ControlRefusal) -> JSONValue
    /// Writes a text into the file, or into its copy.
    package var write: @Sendable (_ content: [UInt8], _ file: File) throws(ControlRefusal) -> Void
    package var devices: @Sendable () throws(ControlRefusal) -> JSONValue
    package var encoders: @Sendable () throws(ControlRefusal) -> JSONValue
    /// Returns the measurements of `dualcam calibrate`.
    package var calibration: @Sendable () -> JSONValue
    /// Throws the reason why measurements of the machine would be wrong now.
    package var checkIsCalm: @Sendable () async throws(ControlRefusal) -> Void
    /// The JSON Schema of pipeline files.
    package var schema: @Sendable () -> JSONValue

    package init(
        reloads: Bool, drafted: String? = nil, simulates: Bool = false,
        read: @escaping @Sendable () throws(ControlRefusal) -> File,
        judge: @escaping @Sendable ([UInt8], File, PlanQuestion?) throws(ControlRefusal) -> JSONValue,
        write: @escaping @Sendable ([UInt8], File) throws(ControlRefusal) -> Void,
        devices: @escaping @Sendable () throws(ControlRefusal) -> JSONValue,
        encoders: @escaping @Sendable () throws(ControlRefusal) -> JSONValue,
        calibration: @escaping @Sendable () -> JSONValue,
        checkIsCalm: @escaping @Sendable () async throws(ControlRefusal) -> Void,
        schema: @escaping @Sendable () -> JSONValue
    ) {
        (self.reloads, self.drafted, self.simulates) = (reloads, drafted, simulates)
        (self.read, self.judge, self.write) = (read, judge, write)
        (self.devices, self.encoders, self.schema) = (devices, encoders, schema)
        (self.calibration, self.checkIsCalm) = (calibration, checkIsCalm)
    }
}

/// Access to the pipeline file for the endpoints. Operations run one at a time on a thread of their own.
package final class PipelineAccess: Sendable {
    private let tools: PipelineTools
    private let queue = DiskQueue("dualcam.pipeline")
    /// The machine's devices and encoders as last listed.
    private let known = Mutex<(devices: JSONValue?, encoders: JSONValue?)>((nil, nil))

    package init(_ tools: PipelineTools) { self.tools = tools }

    func file() async throws(RouteRefusal) -> JSONValue {
        try await perform { tools throws(ControlRefusal) in
            let file = try tools.read()
            let parts = file.path.split(separator: "/")
            return [
                "name": .string(parts.last.map(String.init) ?? file.path), "path": .string(file.path),
                "text": .string(String(decoding: file.content, as: UTF8.self)), "hash": .string(file.hash),
                "obstacle": .text(file.obstacle), "copy": .text(file.copy), "reloads": .bool(tools.reloads),
                "drafted": .text(tools.drafted), "simulated": .bool(tools.simulates),
            ]
        }
    }

    func check(_ text: String, _ question: PlanQuestion?) async throws(RouteRefusal) -> JSONValue {
        try await perform { tools throws(ControlRefusal) in
            try tools.judge(Array(text.utf8), try tools.read(), question)
        }
    }

    /// Saves a text, unless `check` finds a problem or the file no longer has this hash.
    func save(_ text: String, over hash: String) async throws(RouteRefusal) -> JSONValue {
        try await perform { tools throws(ControlRefusal) in
            let (content, file) = (Array(text.utf8), try tools.read())
            if let obstacle = file.obstacle {
                throw ControlRefusal(.notNow, obstacle, advice: "Edit the file on the machine.")
            }
            guard file.hash == hash else {
                throw ControlRefusal(
                    .notNow, "The file has been changed since it was read.", advice: "Read it again, and change that.")
            }
            let judgement = try tools.judge(content, file, nil)
            if let problem = judgement["problems"]?.list?.first { throw ControlRefusal(problem) }
            try tools.write(content, file)
            return [
                "path": .string(file.copy ?? file.path), "copied": .bool(file.copy != nil),
                "hash": .string(Digest.sha256(of: content)), "reloads": .bool(tools.reloads && file.copy == nil),
                "changes": judgement["changes"] ?? .null,
            ]
        }
    }

    func schema() async throws(RouteRefusal) -> JSONValue { try await perform { tools in tools.schema() } }

    /// Returns the cameras and microphones. During a recording, no device is queried, and the last list is returned.
    func devices(isRecording: Bool) async throws(RouteRefusal) -> JSONValue {
        if isRecording {
            guard let devices = known.withLock({ $0.devices }) else {
                throw RouteRefusal(
                    .control(.notNow), "No device is asked anything while something is recorded.",
                    advice: "Ask when the take is over.")
            }
            return devices
        }
        let devices = try await perform { tools throws(ControlRefusal) in try tools.devices() }
        known.withLock { $0.devices = devices }
        return devices
    }

    func encoders() async throws(RouteRefusal) -> JSONValue {
        if let encoders = known.withLock({ $0.encoders }) { return encoders }
        let encoders = try await perform { tools throws(ControlRefusal) in try tools.encoders() }
        known.withLock { $0.encoders = encoders }
        return encoders
    }

    func calibration() async throws(RouteRefusal) -> JSONValue { try await perform { tools in tools.calibration() } }

    /// - Throws: The reason why measurements of the machine would be wrong now.
    func checkIsCalm() async throws(RouteRefusal) {
        do throws(ControlRefusal) { try await tools.checkIsCalm() } catch { throw RouteRefusal(error) }
    }

    private func perform(
        _ work: @escaping @Sendable (PipelineTools) throws(ControlRefusal) -> JSONValue
    ) async throws(RouteRefusal) -> JSONValue {
        do throws(ControlRefusal) {
            return try await queue.perform { [tools] () throws(ControlRefusal) in try work(tools) }
        } catch {
            throw RouteRefusal(error)
        }
    }
}

extension PipelineTools.File {
    /// The digest that distinguishes versions of the file.
    fileprivate var hash: String { Digest.sha256(of: content) }
}

extension ControlRefusal {
    /// Creates the refusal for a problem of a pipeline file, with its line and column.
    fileprivate init(_ problem: JSONValue) {
        let text = { (key: String) in problem[key]?.text ?? "" }
        let place = ["line", "column"].compactMap { problem[$0]?.whole.map { String($0) } }
        let name = text("file").split(separator: "/").last.map(String.init) ?? ""
        let head = ([name] + place).joined(separator: ":")
        let parts = [head, text("key"), text("message")].filter { !$0.isEmpty }
        let advice = text("advice")
        self.init(
            .badValue, parts.joined(separator: ": ") + ".",
            advice: advice.isEmpty ? "" : advice.prefix(1).uppercased() + advice.dropFirst() + ".")
    }
}
