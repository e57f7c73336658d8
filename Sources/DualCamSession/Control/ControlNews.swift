package import DualCamPlan

package enum ControlNews: Sendable, Equatable {
    /// An event as `run --json` prints it.
    case event(SessionEvent)
    /// Ten times a second for every microphone.
    case levels(SoundLevels, at: RunningTime)

    /// One JSON object on one line; levels as `{"event": "levels", "running-time": ..., "peak": [...], "rms": [...]}`, in dBFS,
    /// with `microphone` where it has a name.
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

/// The addresses where commands are taken.
package struct ControlAddress: Sendable, Equatable {
    /// The path of the Unix socket.
    package var socket: String?
    /// `http://127.0.0.1:8080`
    package var url: String?
    /// The path of the file with the token that clients of `url` must show.
    package var tokenFile: String?
    /// The path of the self-signed certificate that `url` shows.
    package var certificate: String?

    package init(socket: String?, url: String?, tokenFile: String?, certificate: String?) {
        (self.socket, self.url, self.tokenFile, self.certificate) = (socket, url, tokenFile, certificate)
    }

    /// The members as the event has them.
    var members: [JSONValue.Member] {
        .of(["socket": socket, "url": url, "token-file": tokenFile, "certificate": certificate])
    }
}

extension SoundLevels {
    /// Keys: `peak` and `rms`, in dBFS, each with one number for each channel.
    var figures: [JSONValue.Member] {
        [
            .init("peak", .array(peak.map { .ratio($0) })), .init("rms", .array(rms.map { .ratio($0) })),
        ]
    }
}

extension InputName {
    /// `microphone` with its name; nothing for one without.
    var member: [JSONValue.Member] {
        guard self != .microphone, let microphoneName else { return [] }
        return [.init("microphone", .string(microphoneName))]
    }
}
