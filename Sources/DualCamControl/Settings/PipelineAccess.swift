package import DualCamRecordings
package import DualCamSession
internal import Gcrypt
internal import Synchronization

/// A request to plan the recording that the text of a pipeline file describes. The recording is planned once with each
/// variant of its settings, so that the cost estimates can be compared.
package struct PlanRequest: Sendable, Equatable {
    /// The variants to plan. Each variant is a list of settings that replace those of the text; an empty list means the
    /// unchanged text.
    package var variants: [[Setting]]
    /// True if the cameras and microphones may be queried for the formats that they support.
    package var asksDevices: Bool

    package init(variants: [[Setting]], asksDevices: Bool) {
        (self.variants, self.asksDevices) = (variants, asksDevices)
    }
}

/// The functions that read, check and write the pipeline file and list the machine's devices for clients. All of them
/// block except `checkIsCalm`.
package struct PipelineTools: Sendable {
    /// The error that a function of these tools throws if it rejects a request.
    package typealias Refusal = ControlRefusal

    /// The pipeline file as read from the disk.
    package struct File: Sendable {
        package var path: String
        package var content: [UInt8]
        /// The reason why clients cannot save the pipeline file; `nil` if they can.
        package var obstacle: String?
        /// The path of the file to write instead of the pipeline file; `nil` to write to the pipeline file itself.
        package var copy: String?

        package init(path: String, content: [UInt8], obstacle: String? = nil, copy: String? = nil) {
            (self.path, self.content, self.obstacle, self.copy) = (path, content, obstacle, copy)
        }
    }

    /// True if the running program reloads the pipeline file after a change.
    package var reloads: Bool
    /// The time (UTC) at which dualcam generated the pipeline file from the detected devices; `nil` if a user wrote the
    /// file.
    package var drafted: String?
    /// True if test pictures and a test tone replace the cameras and microphones.
    package var simulates: Bool
    package var read: @Sendable () throws(Refusal) -> File
    /// Checks the proposed new content of the pipeline file. Returns JSON with the members `problems`, `notices`,
    /// `changes` and `plans`.
    package var judge: @Sendable (_ content: [UInt8], _ file: File, PlanRequest?) throws(Refusal) -> JSONValue
    /// Writes new content to the pipeline file, or to the file's `copy` if that is not `nil`.
    package var write: @Sendable (_ content: [UInt8], _ file: File) throws(Refusal) -> Void
    package var devices: @Sendable () throws(Refusal) -> JSONValue
    package var encoders: @Sendable () throws(Refusal) -> JSONValue
    /// Returns the results of `dualcam calibrate` as JSON.
    package var calibration: @Sendable () -> JSONValue
    /// Throws an error if a measurement of the machine would be inaccurate now, such as under high load.
    package var checkIsCalm: @Sendable () async throws(Refusal) -> Void
    /// Returns the JSON schema of pipeline files.
    package var schema: @Sendable () -> JSONValue

    package init(
        reloads: Bool, drafted: String? = nil, simulates: Bool = false,
        read: @escaping @Sendable () throws(Refusal) -> File,
        judge: @escaping @Sendable ([UInt8], File, PlanRequest?) throws(Refusal) -> JSONValue,
        write: @escaping @Sendable ([UInt8], File) throws(Refusal) -> Void,
        devices: @escaping @Sendable () throws(Refusal) -> JSONValue,
        encoders: @escaping @Sendable () throws(Refusal) -> JSONValue,
        calibration: @escaping @Sendable () -> JSONValue,
        checkIsCalm: @escaping @Sendable () async throws(Refusal) -> Void,
        schema: @escaping @Sendable () -> JSONValue
    ) {
        (self.reloads, self.drafted, self.simulates) = (reloads, drafted, simulates)
        (self.read, self.judge, self.write) = (read, judge, write)
        (self.devices, self.encoders, self.schema) = (devices, encoders, schema)
        (self.calibration, self.checkIsCalm) = (calibration, checkIsCalm)
    }
}

/// Access to the pipeline file for clients. Operations run one at a time, on a separate thread.
package final class PipelineAccess: Sendable {
    private let tools: PipelineTools
    private let queue = DiskQueue("dualcam.pipeline")
    /// The devices and encoders of the machine as last queried; each `nil` before its first query.
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

    func check(_ text: String, _ question: PlanRequest?) async throws(RouteRefusal) -> JSONValue {
        try await perform { tools throws(ControlRefusal) in
            try tools.judge(Array(text.utf8), try tools.read(), question)
        }
    }

    /// Saves `text` as the new content of the pipeline file. Throws if `check` finds a problem. Also throws if the
    /// digest of the current content is not `hash`, because the file has changed since the client read it.
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

    /// Returns the machine's cameras and microphones. During a recording, returns the last list instead of querying the
    /// devices. Throws `not-now` if there is no such list yet.
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

    /// Checks that the machine can be measured now.
    /// - Throws: an error if a measurement would be inaccurate now.
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
    /// The SHA-256 digest of the file's content, which identifies this version of the file.
    fileprivate var hash: String { Digest.sha256(of: content) }
}

extension ControlRefusal {
    /// Creates the error for new content of the pipeline file that is not saved because of a problem. The message gives
    /// the problem's line and column.
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
