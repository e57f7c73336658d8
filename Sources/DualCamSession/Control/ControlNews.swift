package import DualCamPlan

/// A message to the listeners of a session: an event, or the sound levels of a microphone.
package enum ControlNews: Sendable, Equatable {
    /// An event as `run --json` prints it.
    case event(SessionEvent)
    /// The sound levels of a microphone, ten times a second for each microphone.
    case levels(SoundLevels, at: RunningTime)

    /// The message as one JSON object on one line. Sound levels are written as `{"event": "levels", "running-time":
    /// ..., "peak": [...], "rms": [...]}` in dBFS, with `microphone` if it has a name.
    package var line: String {
        switch self {
        case .event(let event): event.line
        case .levels(let levels, let time):
            JSONValue.object(
                [.init("event", "levels"), .init("running-time", .time(time))] + levels.microphone.member
                    + levels.figures
            ).line
        }
    }
}

/// The addresses at which dualcam accepts commands.
package struct ControlAddress: Sendable, Equatable {
    /// The path of the Unix socket; `nil` if there is none.
    package var socket: String?
    /// The address of the HTTP server, such as `http://127.0.0.1:8080`; `nil` if there is none.
    package var url: String?
    /// The path of the file with the token that clients of `url` must send; `nil` if no token is required.
    package var tokenFile: String?
    /// The path of the HTTP server's self-signed certificate; `nil` if there is none.
    package var certificate: String?

    package init(socket: String?, url: String?, tokenFile: String?, certificate: String?) {
        (self.socket, self.url, self.tokenFile, self.certificate) = (socket, url, tokenFile, certificate)
    }

    /// The addresses as JSON members of the event that reports them.
    var members: [JSONValue.Member] {
        .of(["socket": socket, "url": url, "token-file": tokenFile, "certificate": certificate])
    }
}

extension SoundLevels {
    /// The sound levels as the JSON members `peak` and `rms`, in dBFS, with one number for each channel.
    var figures: [JSONValue.Member] {
        [
            .init("peak", .array(peak.map { .ratio($0) })), .init("rms", .array(rms.map { .ratio($0) })),
        ]
    }
}

extension InputName {
    /// The JSON member `microphone` with this microphone's name; empty if the microphone has no name.
    var member: [JSONValue.Member] {
        guard self != .microphone, let microphoneName else { return [] }
        return [.init("microphone", .string(microphoneName))]
    }
}
