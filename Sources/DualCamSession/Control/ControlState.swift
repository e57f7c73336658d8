import DualCamConfig
package import DualCamPlan

/// The state of the recording, and the settings that can be changed now.
package struct ControlState: Sendable, Equatable {
    /// The raw values stand in answers, and stay stable.
    package enum Phase: String, Sendable, Equatable, CaseIterable {
        /// Cameras run, and nothing is recorded until somebody asks for it.
        case standby
        case preparing, recording, paused, finishing, finished
    }

    /// `name` of the pipeline file.
    package var name: String
    package var phase: Phase
    /// The session's folder; `nil`: there is none yet.
    package var folder: String?
    /// The pipeline's running time.
    package var runningTime: RunningTime?
    package var status: SessionEvent.Status?
    /// The combined picture, and where the cameras lie in it; `nil`: none is made.
    package var picture: JSONValue?
    package var settings: [ControlSetting]
    /// The time before its button for which a take can be had; `nil`: none is kept.
    package var preRoll: Duration?

    /// Keys: `name`, `phase`, `folder`, `running-time`, `status` (as the event of that name), `picture`, `settings` (each under
    /// its name), `pre-roll` (seconds, or `null`).
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
    /// The combined picture: `width`, `height`, `places` in drawing order (each `camera`, `x`, `y`, `width`, `height`), in pixels; `nil`:
    /// none is made.
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

/// A value that can be set, and its range.
package struct ControlSetting: Sendable, Equatable {
    package enum Range: Sendable, Equatable {
        /// One of these words.
        case choice([String])
        /// A number from ... to, in a unit of the pipeline file (empty: none).
        case number(ClosedRange<Double>, step: Double, unit: String)
        case flag
        case text
    }

    /// `layout`, `main`, `inset.size`, `zoom.back`, `gain`, `controls.back.brightness`, `bitrate.combined`
    package var name: String
    package var value: JSONValue
    package var range: Range
    /// The command that sets it.
    package var command: ControlCommand.Name
    /// The reason why it cannot be set now; `nil`: it can.
    package var obstacle: String?

    package init(
        _ name: String, _ value: JSONValue, _ range: Range, by command: ControlCommand.Name, obstacle: String? = nil
    ) {
        (self.name, self.value, self.range) = (name, value, range)
        (self.command, self.obstacle) = (command, obstacle)
    }

    /// Keys: `value`, `command`, then `choices`, or `least`, `most`, `step` and `unit`; `obstacle` where there is one.
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
    /// The end of a range: greater ones than ratios have are whole.
    fileprivate static func bound(_ number: Double) -> JSONValue {
        guard number.magnitude >= 1e9, let whole = Int64(exactly: number) else { return .ratio(number) }
        return .integer(whole)
    }
}
