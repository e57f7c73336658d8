import DualCamConfig
import DualCamSession

/// What has changed in a pipeline file, by what it takes for it to hold.
struct ChangedKeys: Equatable, Sendable {
    /// Commands that do it at once, whatever is recorded.
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
        "recording.fallback", "recording.missing-camera", "combined.motion", "combined.transition",
        "combined.switch.cameras", "storage", "budget", "thermal", "battery", "control.remember",
    ]
    private static let ofStart = ["supervision", "control"]

    /// - Parameter value: what the file says of a key now; `nil`: nothing, so that its default holds.
    init(_ keys: [String], value: (String) -> String?) {
        for key in keys {
            if Self.ofStart.contains(where: { Self.isUnder($0, key) }), key != "control.remember" {
                start.append(key)
            } else if Self.ofTake.contains(where: { Self.isUnder($0, key) }) {
                take.append(key)
            } else if let command = value(key).flatMap({ Self.colours(key, $0, value) ?? Self.command(key, $0) }) {
                live.append(Change(key: key, command: command))
            } else {
                graph.append(key)
            }
        }
    }

    /// The command for a key of a look or an adjustment.
    private static func colours(_ key: String, _ text: String, _ value: (String) -> String?) -> ControlCommand? {
        let parts = key.split(separator: ".").map(String.init)
        let place = parts.first == "cameras" ? 2 : 1
        guard ["cameras", "combined"].contains(parts.first), parts.count == place + 2 else { return nil }
        let camera = parts[place - 1]
        switch (parts[place], parts[place + 1]) {
        case ("look", "use"):
            let intensity = value(key.dropLast("use".count) + "intensity")
            return try? ControlCommand(
                .look,
                [.init("look", .string(text)), .init("camera", .string(camera))]
                    + (intensity.map { [.init("intensity", .string($0))] } ?? []))
        case ("look", "intensity"):
            return try? ControlCommand(.look, [.init("camera", .string(camera)), .init("intensity", .string(text))])
        case ("adjust", let slider):
            let number = ["exposure", "temperature"].contains(slider) ? Double(text) : nil
            return try? ControlCommand(
                .adjust,
                [.init("camera", .string(camera)), .init(slider, number.map { .ratio($0) } ?? .string(text))])
        default: return nil
        }
    }

    private static func isUnder(_ section: String, _ key: String) -> Bool {
        key == section || key.hasPrefix(section + ".")
    }

    private static func overlay(_ name: String, _ key: String, _ value: String) -> ControlCommand? {
        let name = JSONValue.Member("overlay", .string(name))
        switch (key, value) {
        case ("text", _): return try? ControlCommand(.overlay, [name, .init("text", .string(value))])
        case ("show", "on"), ("show", "off"):
            return try? ControlCommand(.overlay, [name, .init("on", .bool(value == "on"))])
        default: return nil
        }
    }

    /// The command that sets a key while it runs; `nil`: there is none.
    private static func command(_ key: String, _ value: String) -> ControlCommand? {
        let parts = key.split(separator: ".").map(String.init)
        switch (parts.first, parts.count) {
        case ("combined", 2) where parts[1] == "layout":
            return try? ControlCommand(.layout, [.init("layout", .string(value))])
        case ("combined", 2) where parts[1] == "main":
            return try? ControlCommand(.main, [.init("camera", .string(value))])
        case ("combined", 3) where parts[1] == "switch":
            return try? ControlCommand(.switching, [.init("every", .string(value))])
        case ("combined", 3) where parts[1] == "inset":
            let number = parts[2] == "border-colour" ? nil : Int64(value).map(JSONValue.integer)
            return try? ControlCommand(.inset, [.init(parts[2], number ?? .string(value))])
        case ("combined", 3) where parts[1] == "divider":
            let width = parts[2] == "width" ? Int64(value).map(JSONValue.integer) : nil
            return try? ControlCommand(.divider, [.init(parts[2], width ?? .string(value))])
        case ("combined", 4) where parts[1] == "overlays": return overlay(parts[2], parts[3], value)
        case ("cameras", 3) where parts[2] == "zoom":
            guard let factor = Double(value), (0.5...10).contains(factor) else { return nil }
            return try? ControlCommand(
                .zoom,
                [
                    .init("camera", .string(parts[1])),
                    .init("factor", .seconds(nanoseconds: Int64((factor * 1e9).rounded()))),
                ])
        case ("cameras", 4) where parts[2] == "controls":
            let number = Int64(value).map(JSONValue.integer)
            return try? ControlCommand(
                .control,
                [
                    .init("camera", .string(parts[1])), .init("control", .string(parts[3])),
                    .init("value", number ?? .string(value)),
                ])
        case ("microphone", 2): return sound(parts[1], value, [])
        case ("microphones", 3): return sound(parts[2], value, [.init("microphone", .string(parts[1]))])
        case ("encoders", 3) where parts[2] == "bitrate" && !["default", "audio"].contains(parts[1]):
            return try? ControlCommand(
                .bitrate, [.init("output", .string(parts[1])), .init("bitrate", .string(value))])
        default: return nil
        }
    }

    private static func sound(_ key: String, _ value: String, _ which: [JSONValue.Member]) -> ControlCommand? {
        switch (key, value) {
        case ("gain", _): try? ControlCommand(.gain, [.init("gain", .string(value))] + which)
        case ("wind-filter", "on"), ("wind-filter", "off"):
            try? ControlCommand(.windFilter, [.init("on", .bool(value == "on"))] + which)
        default: nil
        }
    }
}
