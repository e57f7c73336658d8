import DualCamPlan
import DualCamRecordings
import DualCamSession

/// The changed keys of a pipeline file, grouped by when each change takes effect.
package struct ChangedKeys: Equatable, Sendable {
    /// The changes that control commands can apply immediately, even while recording, with these commands.
    package var live: [Change] = []
    /// The changed keys that take effect with the next take, without opening the cameras again.
    package var take: [String] = []
    /// The changed keys that take effect only when cameras and encoders are created again.
    package var graph: [String] = []
    /// The changed keys that take effect only when dualcam is started again.
    package var start: [String] = []
    /// The changed keys that the supervisor has already applied.
    package var supervisor: [String] = []

    /// A changed key, with the control command that applies its new value.
    package struct Change: Equatable, Sendable {
        /// The key's path with dots, such as `cameras.back.zoom`.
        package var key: String
        var command: ControlCommand
    }

    private static let ofTake = [
        "recording.directory", "recording.name", "recording.duration", "recording.until", "recording.delay",
        "recording.fallback", "recording.group", "recording.missing-camera", "recording.missing-microphone",
        "combined.motion",
        "combined.transition", "combined.switch.cameras", "storage", "budget", "thermal", "battery", "control.remember",
    ]
    private static let ofStart = ["supervision", "control"]

    /// Groups the changed keys by when each change takes effect.
    ///
    /// - Parameter value: Returns the value that the pipeline file now gives to a key; `nil` if the default applies.
    package init(_ keys: [String], value: (String) -> String?) {
        for key in keys {
            if Self.isUnder("hooks", key) || Self.isUnder("backup", key) {
                supervisor.append(key)
            } else if Self.ofStart.contains(where: { Self.isUnder($0, key) }), key != "control.remember" {
                start.append(key)
            } else if Self.ofTake.contains(where: { Self.isUnder($0, key) }) {
                take.append(key)
            } else if let command = value(key).flatMap({ Self.command(key, $0, value) }) {
                live.append(Change(key: key, command: command))
            } else {
                graph.append(key)
            }
        }
    }

    private static func isUnder(_ section: String, _ key: String) -> Bool {
        key == section || key.hasPrefix(section + ".")
    }

    // MARK: Commands
    /// Returns the control command that sets a key while recording. Returns `nil` if there is no such command. Also
    /// returns `nil` if the command does not accept the value; the checks of the file then decide whether it is valid.
    private static func command(_ key: String, _ text: String, _ value: (String) -> String?) -> ControlCommand? {
        let parts = key.split(separator: ".").map(String.init)
        guard let live = liveKeys.first(where: { $0.arguments(parts, text) != nil }),
            var given = live.arguments(parts, text), !["default", "audio"].contains(given["output"])
        else { return nil }
        // The command that sets a new look also sets the look's intensity from the pipeline file.
        if parts.suffix(2) == ["look", "use"] { given["intensity"] = value(key.dropLast("use".count) + "intensity") }
        if live.name == .delay, parts[0] == "microphones" { given["input"] = InputName(microphone: parts[1]).rawValue }
        do {
            let arguments =
                try live.name.schema.parameters.compactMap { parameter in
                    try given[parameter.name].map { .init(parameter.name, try parameter.value(of: $0)) }
                } as [JSONValue.Member]
            return arguments.count == given.count ? try ControlCommand(live.name, arguments) : nil
        } catch {
            return nil
        }
    }

    private static let liveKeys = [
        LiveKey("combined.layout", .layout, "layout"), LiveKey("combined.main", .main, "camera"),
        LiveKey("combined.switch.every", .switching, "every"), LiveKey("combined.inset.{}", .inset),
        LiveKey("combined.divider.{}", .divider), LiveKey("combined.overlays.{overlay}.text", .overlay, "text"),
        LiveKey("combined.overlays.{overlay}.show", .overlay, "on"), LiveKey("cameras.{camera}.zoom", .zoom, "factor"),
        LiveKey("cameras.{camera}.controls.{control}", .control, "value"),
        LiveKey("{camera}.look.use", .look, "look"), LiveKey("cameras.{camera}.look.use", .look, "look"),
        LiveKey("{camera}.look.intensity", .look, "intensity"),
        LiveKey("cameras.{camera}.look.intensity", .look, "intensity"),
        LiveKey("{camera}.adjust.{}", .adjust), LiveKey("cameras.{camera}.adjust.{}", .adjust),
        LiveKey("microphone.gain", .gain, "gain"), LiveKey("microphones.{microphone}.gain", .gain, "gain"),
        LiveKey("microphone.wind-filter", .windFilter, "on"),
        LiveKey("microphones.{microphone}.wind-filter", .windFilter, "on"),
        LiveKey("cameras.{input}.delay", .delay, "delay"), LiveKey("{input}.delay", .delay, "delay"),
        LiveKey("microphones.{input}.delay", .delay, "delay"),
        LiveKey("encoders.{output}.bitrate", .bitrate, "bitrate"),
    ]
}

/// A key of the pipeline file that a control command can set while recording.
private struct LiveKey: Sendable {
    /// The parts of the key, some of them in braces. `{camera}` stands for a part that becomes the command's argument
    /// `camera`. `{}` stands for a part that names the argument to which the key's value is assigned.
    private let parts: [String]
    let name: ControlCommand.Name
    private let argument: String

    init(_ key: String, _ name: ControlCommand.Name, _ argument: String = "") {
        parts = key.split(separator: ".").map(String.init)
        (self.name, self.argument) = (name, argument)
    }

    /// Returns the arguments of the command that sets a key to a value, keyed by name, with values as written in the
    /// file. Returns `nil` if the key does not match.
    func arguments(_ key: [String], _ value: String) -> [String: String]? {
        guard key.count == parts.count else { return nil }
        var (given, taker) = ([String: String](), argument)
        for (part, own) in zip(parts, key) {
            if part == "{}" {
                taker = own
            } else if part.hasPrefix("{") {
                given[String(part.dropFirst().dropLast())] = own
            } else if part != own {
                return nil
            }
        }
        given[taker] = value
        return given
    }
}
