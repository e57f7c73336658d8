import DualCamConfig
package import DualCamPlan
package import DualCamRecordings

/// The state of a recording, and the settings that can be changed now.
package struct ControlState: Sendable, Equatable {
    /// The phase of a recording. The raw values appear in answers to clients and must not change.
    package enum Phase: String, Sendable, Equatable, CaseIterable {
        /// The cameras are open, and nothing is recorded until a command starts a take.
        case standby
        case preparing, recording, paused, finishing, finished
    }

    /// The recording's name: the `name` key of the pipeline file.
    package var name: String
    package var phase: Phase
    /// The path of the session's folder; `nil` while there is none.
    package var folder: String?
    /// The pipeline's running time; `nil` before the pipeline's clock runs.
    package var runningTime: RunningTime?
    package var status: SessionEvent.Status?
    /// The combined picture as JSON, with the positions of the cameras in it; `nil` if there is no combined picture.
    package var picture: JSONValue?
    package var settings: [ControlSetting]
    /// The length of the pre-roll that is kept in memory and with which a take begins; `nil` if no pre-roll is kept.
    package var preRoll: Duration?

    /// The recording's state as JSON. Keys: `name`, `phase`, `folder`, `running-time`, `status` (as in the event of
    /// that name), `picture`, `settings` (each under its name), `pre-roll` (seconds, or `null`).
    package var json: JSONValue {
        [
            "name": .string(name), "phase": .string(phase.rawValue), "folder": .text(folder),
            "running-time": .time(runningTime), "status": status.map { .object($0.members) } ?? .null,
            "picture": picture ?? .null,
            "settings": .object(settings.map { .init($0.name, $0.json) }),
            "pre-roll": preRoll.map(JSONValue.length) ?? .null,
        ]
    }
}

extension Pipeline {
    /// The geometry of the combined picture as JSON; `nil` if no combined picture is drawn. Keys, in pixels: `width`,
    /// `height`, and `places` in drawing order (each with `camera`, `x`, `y`, `width`, `height`).
    var drawnPicture: JSONValue? {
        guard let combined, decidesPicture else { return nil }
        let places = LayoutGeometry(combined, in: self).placements.map { placement in
            let target = placement.target
            return JSONValue.of([
                "camera": placement.place, "x": target.x, "y": target.y, "width": target.width,
                "height": target.height,
            ])
        }
        return .of(["width": combined.size.width, "height": combined.size.height, "places": places])
    }
}

/// A setting that a command can change, with its current value and its range.
package struct ControlSetting: Sendable, Equatable {
    /// The values that a setting accepts.
    package enum Range: Sendable, Equatable {
        /// One of the listed words.
        case choice([String])
        /// A number within a range. `unit` is a unit of the pipeline file; empty for none.
        case number(ClosedRange<Double>, step: Double, unit: String)
        case flag
        case text
    }

    /// The setting's name, such as `layout`, `main`, `inset.size`, `zoom.back`, `gain`, `controls.back.brightness` or
    /// `bitrate.combined`.
    package var name: String
    package var value: JSONValue
    package var range: Range
    /// The name of the command that changes the setting.
    package var command: ControlCommand.Name
    /// The reason why the setting cannot be changed now, as text for users; `nil` if it can be changed.
    package var obstacle: String?

    package init(
        _ name: String, _ value: JSONValue, _ range: Range, by command: ControlCommand.Name, obstacle: String? = nil
    ) {
        (self.name, self.value, self.range) = (name, value, range)
        (self.command, self.obstacle) = (command, obstacle)
    }

    /// The setting as JSON. Keys: `value` and `command`; then `choices`, or `least`, `most`, `step` and `unit`; and
    /// `obstacle` if the setting cannot be changed now.
    package var json: JSONValue {
        let accepted: [JSONValue.Member] =
            switch range {
            case .choice(let words): .of(["choices": words])
            case .number(let range, let step, let unit):
                .of([
                    "least": JSONValue.bound(range.lowerBound), "most": JSONValue.bound(range.upperBound),
                    "step": JSONValue.ratio(step), "unit": unit,
                ])
            case .flag: .of(["choices": [false, true]])
            case .text: []
            }
        return .object(
            .of(["value": value, "command": command.rawValue]) + accepted + .known(["obstacle": obstacle]))
    }
}

extension ControlSetting.Range {
    static func percent(_ range: ClosedRange<Share>) -> Self {
        .number(range.lowerBound.fraction * 100...range.upperBound.fraction * 100, step: 1, unit: "%")
    }

    static func decibel(_ range: ClosedRange<Decibel>) -> Self {
        .number(range.lowerBound.value...range.upperBound.value, step: 0.5, unit: "dB")
    }

    static func pixels(_ range: ClosedRange<Int>) -> Self {
        .number(Double(range.lowerBound)...Double(range.upperBound), step: 1, unit: "")
    }

    static func seconds(_ range: ClosedRange<Duration>) -> Self {
        .number(range.lowerBound / .seconds(1)...range.upperBound / .seconds(1), step: 0.001, unit: "s")
    }
}

extension JSONValue {
    /// Returns a limit of a numeric range as JSON. A whole number of 1e9 or more is written as an integer, because
    /// `ratio` does not accept it.
    fileprivate static func bound(_ number: Double) -> JSONValue {
        guard number.magnitude >= 1e9, let whole = Int64(exactly: number) else { return .ratio(number) }
        return .integer(whole)
    }
}
