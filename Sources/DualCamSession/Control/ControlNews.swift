package import DualCamPlan

/// The news that listeners of a session receive: events, and the levels of microphones.
package enum ControlNews: Sendable, Equatable {
    /// An event as `run --json` prints it.
    case event(SessionEvent)
    /// The levels of a microphone, ten times a second for each microphone.
    case levels(SoundLevels, at: RunningTime)

    /// The news as one JSON object on one line. Levels are
    /// `{"event": "levels", "running-time": ..., "peak": [...], "rms": [...]}` in dBFS, with `microphone` if it has a
    /// name.
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

/// The addresses at which commands are accepted.
package struct ControlAddress: Sendable, Equatable {
    /// The path of the Unix socket.
    package var socket: String?
    /// The address of the HTTP server, such as `http://127.0.0.1:8080`.
    package var url: String?
    /// The path of the file with the token that clients of `url` must send.
    package var tokenFile: String?
    /// The path of the self-signed certificate of `url`.
    package var certificate: String?

    package init(socket: String?, url: String?, tokenFile: String?, certificate: String?) {
        (self.socket, self.url, self.tokenFile, self.certificate) = (socket, url, tokenFile, certificate)
    }

    /// The members of the event.
    var members: [JSONValue.Member] {
        .of(["socket": socket, "url": url, "token-file": tokenFile, "certificate": certificate])
    }
}

extension SoundLevels {
    /// The levels with the keys `peak` and `rms`, in dBFS, each with one number for each channel.
    var figures: [JSONValue.Member] {
        [
            .init("peak", .array(peak.map { .ratio($0) })), .init("rms", .array(rms.map { .ratio($0) })),
        ]
    }
}

extension InputName {
    /// The member `microphone` with the name; empty for a microphone without a name.
    var member: [JSONValue.Member] {
        guard self != .microphone, let microphoneName else { return [] }
        return [.init("microphone", .string(microphoneName))]
    }
}
