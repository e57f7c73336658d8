package import DualCamConfig
import DualCamRecordings

/// An event of a recording, in the form that hooks receive.
package struct HookEvent: Codable, Sendable, Equatable {
    package var name: EventName
    /// The event as a JSON object, as printed by `run --json`.
    package var line: String
    /// The folder of the event's session; `nil` if the event belongs to no session.
    package var folder: String?

    package init(name: EventName, line: String, folder: String? = nil) {
        (self.name, self.line, self.folder) = (name, line, folder)
    }

    /// The time of the event in Unix nanoseconds; `nil` if the event contains no valid time.
    package var time: Int64? {
        JSONValue(ifJSON: line)?["time"]?.text.flatMap { WallTime.unixNanoseconds(iso8601: $0) }
    }
}
