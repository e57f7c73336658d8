internal import DualCamConfig

extension CommandDefinition {
    static let pause = CommandDefinition(
        .pause, "record nothing for a while", examples: ["pause", "pause --session desk"], .pause)
    static let resume = CommandDefinition(
        .resume, "record on after a pause", examples: ["resume", "resume --session desk"], .resume)
    static let stop = CommandDefinition(.stop, "finish the files", examples: ["stop", "stop --session desk"], .stop)
    static let split = CommandDefinition(
        .split, "go on in new files now", examples: ["split", "split --session desk"], .split)
}

package struct MarkRequest: CommandRequest {
    package var text: String?

    static let definition = CommandDefinition(
        .mark, "mark a moment", examples: ["mark", "mark 'first answer'"], ControlCommand.Request.mark)

    static var arguments: [CommandArgument<Self>] {
        [.optional("text", \.text, .text, "what it is", example: "answer", isPositional: true)]
    }
}

/// Settings of one take, in place of the keys of `recording`.
package struct TakeRequest: CommandRequest {
    package var duration: Switchable<Duration>?
    var until: Switchable<TimeOfDay>?
    /// The countdown: the command may be answered only after it.
    package var delay: Switchable<Duration>?

    static let definition = CommandDefinition(
        .record, "begin a take", examples: ["record", "record --delay 5s --duration 10min"],
        ControlCommand.Request.record)

    static var arguments: [CommandArgument<Self>] {
        [
            .optional(
                "duration", \.duration, .quantityOrOff(Recording.durations), "stop after this long", example: "10min"),
            .optional(
                "until", \.until,
                .orOff(.quantity("00:00", "23:59")) { (text) throws(Refusal) in
                    do throws(Refusal) { return try TimeOfDay(parsing: text) } catch { throw error.mentioning("off") }
                }, "stop at this time of day", example: "17:30"),
            .optional(
                "delay", \.delay, .quantityOrOff(Recording.delays), "count down for this long first", example: "5s"),
        ]
    }

    var settings: [LiveSetting] {
        [
            duration.map { LiveSetting("recording.duration", $0.notation) },
            until.map { LiveSetting("recording.until", $0.notation) },
            delay.map { LiveSetting("recording.delay", $0.notation) },
        ].compactMap { $0 }
    }
}
