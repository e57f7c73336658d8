import DualCamConfig
import DualCamPlan

/// A request to delay or advance a camera's picture or a microphone's sound.
struct DelayRequest: CommandRequest {
    /// The name of the input to delay: a camera's name, `microphone`, or `microphone.NAME` if there are several.
    var input = ""
    var delay = InputDelay.none

    static let schema = command(
        .delay, "set the delay of a camera or a microphone",
        examples: ["delay microphone 80ms", "delay front -40ms"],
        [
            .required("input", \.input, .text, "the camera or the microphone", example: "microphone"),
            .required("delay", \.delay, .quantity(InputDelay.range), "the delay; below 0 for earlier", example: "80ms"),
        ])

    func carryOut(_ pending: inout PendingCommand, by machine: inout SessionMachine) throws(ControlRefusal) {
        if let obstacle = machine.delayObstacle { throw obstacle }
        var edit = try machine.directedPipeline()
        let names = edit.pipeline.inputs
        guard let name = names.first(where: { $0.rawValue == input }) else {
            throw .missing(input, "input", among: names.map(\.rawValue))
        }
        if let microphone = name.microphoneName {
            let path = edit.pipeline[microphone: microphone].keyPath
            edit.set("\(path).delay", \.[microphone: microphone].delay, delay)
        } else {
            edit.set("cameras.\(name).delay", \.[camera: name.rawValue].delay, delay)
        }
        _ = try machine.redirect(&pending, edit)
        machine.direct(.delay(name, delay), for: pending)
    }
}

extension InputDelay: Notated {}

extension Pipeline {
    /// The longest delay of any camera or microphone; 0 if none is delayed.
    var ahead: Duration {
        .nanoseconds(max(0, (cameras.map(\.delay) + microphones.map(\.delay)).max()?.nanoseconds ?? 0))
    }

    /// The names of all inputs of the pipeline: the cameras, then the microphones.
    fileprivate var inputs: [InputName] { cameras.map { InputName($0.name) } + microphones.map(\.input) }
}

// MARK: Settings
extension SessionMachine {
    /// The reason why delays cannot be changed now; `nil` if they can be changed.
    fileprivate var delayObstacle: ControlRefusal? {
        guard direction.pipeline != nil else {
            return ControlRefusal(.unsupported, "This recording takes no directions.")
        }
        guard phase == .running || life.isStanding else {
            return ControlRefusal(.notNow, "The devices are being opened.", advice: "Try again when it is recording.")
        }
        return nil
    }

    /// Returns the delay settings of all inputs: `delay.back`, `delay.microphone`, `delay.microphone.room` and so on.
    func delaySettings(_ pipeline: Pipeline) -> [ControlSetting] {
        let obstacle = delayObstacle?.message
        let range = ControlSetting.Range.number(
            InputDelay.range.lowerBound.milliseconds...InputDelay.range.upperBound.milliseconds, step: 1, unit: "ms")
        return pipeline.inputs.map { name in
            let delay =
                name.microphoneName.map { pipeline[microphone: $0].delay } ?? pipeline[camera: name.rawValue].delay
            return ControlSetting(
                "delay.\(name)", .string(delay.notation), range, by: .delay, obstacle: obstacle)
        }
    }
}
