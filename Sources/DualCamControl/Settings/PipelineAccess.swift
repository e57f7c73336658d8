package import DualCamSession
internal import Gcrypt
internal import Synchronization

/// A request for more than the faults of a pipeline text: its cost, and its cost with other settings.
package struct PlanQuestion: Sendable, Equatable {
    /// Settings laid over the text; each list has a plan of its own, and an empty one is the text by itself.
    package var variants: [[Setting]]
    /// Devices may be asked what they deliver.
    package var asksDevices: Bool

    package init(variants: [[Setting]], asksDevices: Bool) {
        (self.variants, self.asksDevices) = (variants, asksDevices)
    }
}

/// The means by which a program reads, judges and writes its pipeline file, and tells what the machine has. All of them block
/// but `checkIsCalm`.
package struct PipelineTools: Sendable {
    /// The pipeline file as it is on the disk.
    package struct File: Sendable {
        package var path: String
        package var content: [UInt8]
        /// The reason why it cannot be saved; `nil`: it can.
        package var obstacle: String?
        /// The file that is written in its place; `nil`: itself.
        package var copy: String?

        package init(path: String, content: [UInt8], obstacle: String? = nil, copy: String? = nil) {
            (self.path, self.content, self.obstacle, self.copy) = (path, content, obstacle, copy)
        }
    }

    /// The program takes over a file that has changed, while it runs.
    package var reloads: Bool
    /// The time (UTC) at which the program wrote the file by itself for what it found; `nil`: somebody else did.
    package var drafted: String?
    /// Test pictures and a test tone stand in for cameras and microphones.
    package var simulates: Bool
    package var read: @Sendable () throws(ControlRefusal) -> File
    /// Returns `problems`, `notices`, `changes` and `plans` of a text in the file's place.
    package var judge: @Sendable (_ content: [UInt8], _ file: File, PlanQuestion?) throws(ControlRefusal) -> JSONValue
    /// Puts a text in the file's place, or into its copy.
    package var write: @Sendable (_ content: [UInt8], _ file: File) throws(ControlRefusal) -> Void
    package var devices: @Sendable () throws(ControlRefusal) -> JSONValue
    package var encoders: @Sendable () throws(ControlRefusal) -> JSONValue
    /// Returns the measurements of `dualcam calibrate`.
    package var calibration: @Sendable () -> JSONValue
    /// Throws what would falsify measurements of the machine now.
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

/// The pipeline file behind the endpoints: one thing is done with it at a time, on a thread of its own.
package final class PipelineAccess: Sendable {
    private let tools: PipelineTools
    private let queue = DiskQueue("dualcam.pipeline")
    /// The machine's devices and encoders when they were last listed.
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

    /// Saves a text, unless `check` finds fault with it or the file is not the one with this hash any more.
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

    /// The cameras and microphones; while something is recorded no device is asked anything.
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

    /// - Throws: what would falsify measurements of the machine now.
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
    /// Tells one version of the file from another.
    fileprivate var hash: String { Digest.sha256(of: content) }
}

extension ControlRefusal {
    /// A problem of a pipeline file, with its place.
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
