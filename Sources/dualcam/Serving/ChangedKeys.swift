import DualCamConfig
import DualCamSession

/// The changes of a pipeline file, sorted by the step that makes each of them take effect.
struct ChangedKeys: Equatable, Sendable {
    /// Commands that make a change take effect at once, whatever is recorded.
    var live: [Change] = []
    /// Keys that the next take goes by, with the cameras as they are.
    var take: [String] = []
    /// Keys for which cameras and encoders are made anew.
    var graph: [String] = []
    /// Keys that only another start of the program looks at.
    var start: [String] = []

    struct Change: Equatable, Sendable {
        var key: String
        var command: ControlCommand
    }

    private static let ofTake = [
        "recording.directory", "recording.name", "recording.duration", "recording.until", "recording.delay",
        "recording.fallback", "recording.missing-camera", "recording.missing-microphone", "combined.motion",
        "combined.transition", "combined.switch.cameras", "storage", "budget", "thermal", "battery", "control.remember",
    ]
    private static let ofStart = ["supervision", "control"]

    /// - Parameter value: the file's value of a key now; `nil`: none, so that its default holds.
    init(_ keys: [String], value: (String) -> String?) {
        for key in keys {
            if Self.ofStart.contains(where: { Self.isUnder($0, key) }), key != "control.remember" {
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
    /// A command's name and its arguments.
    private typealias Words = (name: ControlCommand.Name, arguments: [JSONValue.Member])

    /// The command that sets a key while it runs; `nil`: there is none, or the value is none that it takes, and the file's own
    /// checks judge it.
    private static func command(_ key: String, _ text: String, _ value: (String) -> String?) -> ControlCommand? {
        guard let words = colours(key, text, value) ?? words(key, text) else { return nil }
        do throws(ControlRefusal) { return try ControlCommand(words.name, words.arguments) } catch { return nil }
    }

    /// Returns the command for a key of a look or an adjustment.
    private static func colours(_ key: String, _ text: String, _ value: (String) -> String?) -> Words? {
        let parts = key.split(separator: ".").map(String.init)
        let place = parts.first == "cameras" ? 2 : 1
        guard ["cameras", "combined"].contains(parts.first), parts.count == place + 2 else { return nil }
        let camera = JSONValue.Member("camera", .string(parts[place - 1]))
        switch (parts[place], parts[place + 1]) {
        case ("look", "use"):
            let intensity = value(key.dropLast("use".count) + "intensity")
            return (
                .look,
                [.init("look", .string(text)), camera]
                    + (intensity.map { [.init("intensity", .string($0))] } ?? [])
            )
        case ("look", "intensity"): return (.look, [camera, .init("intensity", .string(text))])
        case ("adjust", let slider):
            let number = ["exposure", "temperature"].contains(slider) ? Double(text) : nil
            return (.adjust, [camera, .init(slider, number.map { .ratio($0) } ?? .string(text))])
        default: return nil
        }
    }

    private static func words(_ key: String, _ value: String) -> Words? {
        let parts = key.split(separator: ".").map(String.init)
        let (text, whole) = (JSONValue.string(value), Int64(value).map(JSONValue.integer))
        switch (parts.first, parts.count) {
        case ("combined", 2) where parts[1] == "layout": return (.layout, [.init("layout", text)])
        case ("combined", 2) where parts[1] == "main": return (.main, [.init("camera", text)])
        case ("combined", 3) where parts[1] == "switch": return (.switching, [.init("every", text)])
        case ("combined", 3) where parts[1] == "inset":
            return (.inset, [.init(parts[2], parts[2] == "border-colour" ? text : whole ?? text)])
        case ("combined", 3) where parts[1] == "divider":
            return (.divider, [.init(parts[2], parts[2] == "width" ? whole ?? text : text)])
        case ("combined", 4) where parts[1] == "overlays":
            return overlay(parts[2], parts[3], value)
        case ("cameras", 3) where parts[2] == "zoom":
            guard let factor = Double(value) else { return nil }
            return (.zoom, [.init("camera", .string(parts[1])), .init("factor", .number(factor))])
        case ("cameras", 4) where parts[2] == "controls":
            return (
                .control,
                [
                    .init("camera", .string(parts[1])), .init("control", .string(parts[3])),
                    .init("value", whole ?? text),
                ]
            )
        case ("microphone", 2): return sound(parts[1], value, [])
        case ("microphones", 3): return sound(parts[2], value, [.init("microphone", .string(parts[1]))])
        case ("encoders", 3) where parts[2] == "bitrate" && !["default", "audio"].contains(parts[1]):
            return (.bitrate, [.init("output", .string(parts[1])), .init("bitrate", text)])
        default: return nil
        }
    }

    private static func overlay(_ name: String, _ key: String, _ value: String) -> Words? {
        let name = JSONValue.Member("overlay", .string(name))
        return switch (key, value) {
        case ("text", _): (.overlay, [name, .init("text", .string(value))])
        case ("show", "on"), ("show", "off"): (.overlay, [name, .init("on", .bool(value == "on"))])
        default: nil
        }
    }

    private static func sound(_ key: String, _ value: String, _ which: [JSONValue.Member]) -> Words? {
        switch (key, value) {
        case ("gain", _): (.gain, [.init("gain", .string(value))] + which)
        case ("wind-filter", "on"), ("wind-filter", "off"): (.windFilter, [.init("on", .bool(value == "on"))] + which)
        default: nil
        }
    }
}
