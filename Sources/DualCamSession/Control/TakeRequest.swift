internal import DualCamConfig

/// A request without arguments: pause, resume, stop or split.
struct PlainRequest: CommandRequest {
    var name = ControlCommand.Name.stop

    static let pause = command(
        .pause, "pause the recording", examples: ["pause", "pause --session desk"], blank: Self(name: .pause))
    static let resume = command(
        .resume, "resume the recording after a pause", examples: ["resume", "resume --session desk"],
        blank: Self(name: .resume))
    static let stop = command(
        .stop, "stop recording and finish the files", examples: ["stop", "stop --session desk"],
        blank: Self(name: .stop))
    static let split = command(
        .split, "continue in new files", examples: ["split", "split --session desk"], blank: Self(name: .split))

    func carryOut(_ pending: inout PendingCommand, by machine: inout SessionMachine) throws(ControlRefusal) {
        switch name {
        case .pause: try machine.pause(pending)
        case .resume: try machine.resume(pending)
        case .split: try machine.split(pending)
        default: try machine.endTake(pending)
        }
    }
}

struct MarkRequest: CommandRequest {
    var text: String?

    static let schema = command(
        .mark, "set a mark", examples: ["mark", "mark 'first answer'"],
        [.optional("text", \.text, .text, "the text of the mark", example: "answer", isPositional: true)])

    func carryOut(_ pending: inout PendingCommand, by machine: inout SessionMachine) throws(ControlRefusal) {
        try machine.mark(pending, text ?? "")
    }
}

/// A request to begin a take. Its settings replace the keys of `recording` for this take.
struct TakeRequest: CommandRequest {
    var duration: Switchable<Duration>?
    var until: Switchable<TimeOfDay>?
    /// The length of the countdown before the take.
    var delay: Switchable<Duration>?
    /// The length of the pre-roll that makes up the whole take; `nil` for a normal take. A take with this value
    /// contains nothing but pre-roll, and ends immediately.
    var last: Duration?

    static let schema = command(
        .record, "start a take", examples: ["record --delay 5s --duration 10min", "record --last 30s"],
        [
            .optional(
                "duration", \.duration, .quantityOrOff(Recording.durations), "stop after this long", example: "10min"),
            .optional(
                "until", \.until,
                .orOff(.quantity("00:00", "23:59")) { (text) throws(Refusal) in
                    do throws(Refusal) { return try TimeOfDay(parsing: text) } catch { throw error.mentioning("off") }
                }, "stop at this time of day", example: "17:30"),
            .optional(
                "delay", \.delay, .quantityOrOff(Recording.delays), "count down this long before recording",
                example: "5s"),
            .optional(
                "last", \.last, .quantity(Recording.preRolls),
                "record only this much of the pre-roll (recording.pre-roll)", example: "30s"),
        ])

    func carryOut(_ pending: inout PendingCommand, by machine: inout SessionMachine) throws(ControlRefusal) {
        try machine.beginTake(pending)
    }

    func change(_ edit: inout PipelineEdit) {
        edit.set("recording.duration", \.recording.duration, duration)
        edit.set("recording.until", \.recording.until, until)
        edit.set("recording.delay", \.recording.delay, delay)
    }
}

extension ControlCommand {
    /// The length of the countdown that a `record` command requests; zero for other commands. The command is answered
    /// only after the countdown.
    package var delay: Duration { (request as? TakeRequest)?.delay?.value ?? .zero }
}
