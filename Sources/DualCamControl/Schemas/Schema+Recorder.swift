import DualCamConfig
import DualCamPlan
import DualCamRecordings
import DualCamSession

/// The JSON schemas of a running recording and of its commands.
extension Schema {
    static var recorder: JSONValue {
        [
            "State": state, "Person": person, "Setting": setting, "Picture": picture, "Answer": answer,
            "Refusal": refusal, "Status": status, "Event": event,
        ]
    }

    private static var state: JSONValue {
        object(
            [
                "name": text, "phase": words(of: ControlState.Phase.self), "folder": maybeText,
                "running-time": maybeNumber, "status": orNull(reference("Status")),
                "picture": orNull(reference("Picture")),
                "settings": ["type": "object", "additionalProperties": reference("Setting")],
                "pre-roll": maybeNumber.explained(
                    "The seconds before 'record' that a take can include (recording.pre-roll)."),
                "role": words(of: ControlRole.self),
                "person": maybeText.explained(
                    "The client's own id in 'people', to be sent as X-Dualcam-Person with commands over HTTP."),
                "people": people,
            ], required: ["name", "phase", "folder", "running-time", "status", "picture", "settings", "pre-roll"],
            isOpen: true)
    }

    /// The schema of the list of connected clients.
    static let people = list(reference("Person"))

    private static var person: JSONValue {
        let command = object(["command": words(TableRoute.all.filter(\.isTold).map(\.name)), "time": text])
        return object(
            ["id": text, "role": words(of: ControlRole.self), "since": text, "last-command": orNull(command)],
            isOpen: true)
    }

    /// The schema of the combined picture's size and of the cameras' positions in the picture, in pixels.
    private static var picture: JSONValue {
        let place = object(["camera": text, "x": whole, "y": whole, "width": whole, "height": whole])
        return object(["width": whole, "height": whole, "places": list(place)])
    }

    private static var setting: JSONValue {
        object(
            [
                "value": true, "command": words(of: ControlCommand.Name.self),
                "choices": list(["type": ["string", "boolean"]]), "least": number, "most": number, "step": number,
                "unit": text, "obstacle": text,
            ], required: ["value", "command"])
    }

    private static var answer: JSONValue {
        let time = maybeNumber.explained("The running time of the first frame or sample that shows it.")
        return ["type": "object", "properties": ["at": time], "required": ["at"]]
    }

    private static var refusal: JSONValue {
        let codes = ControlRefusal.Code.allCases.map(\.word) + RouteCode.own.map(\.word)
        let members: JSONValue = [
            "code": words(codes), "message": text, "advice": text, "reason": words(of: PictureObstacle.self),
        ]
        return object(["error": object(members, required: ["code", "message", "advice"])])
    }

    static func parameter(_ parameter: CommandSchema.Parameter) -> JSONValue {
        kind(parameter.kind).explained(parameter.explanation).with(["examples": [parameter.example]])
    }

    private static func kind(_ kind: CommandSchema.Parameter.Kind) -> JSONValue {
        switch kind {
        case .text, .quantity, .choice: ["type": "string", "maxLength": .count(TextLimit.text)]
        case .word(let known): words(known)
        case .flag: flag
        case .whole(let range, _):
            ["type": "integer", "minimum": .count(range.lowerBound), "maximum": .count(range.upperBound)]
        case .number(let range, _):
            ["type": "number", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)]
        case .value: ["type": ["integer", "boolean", "string"]]
        case .position: ["oneOf": [text, ["type": "object", "additionalProperties": text]]]
        }
    }
}
