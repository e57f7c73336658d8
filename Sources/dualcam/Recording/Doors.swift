import DualCamConfig
import DualCamControl
import DualCamSession
import Glibc

/// The doors to one worker's session, and what is told of them. One that cannot be opened ends no recording.
struct Doors {
    private let doors: ControlDoors

    /// - Parameters:
    ///   - pipeline: As it is recorded.
    ///   - host: This machine's name.
    static func open(_ pipeline: Pipeline, to desk: any ControlDesk, host: String, in place: Workplace) async -> Doors {
        let given = place.environment["XDG_STATE_HOME", default: ""]
        // A relative path is to be ignored (XDG Base Directory Specification).
        let state = given.hasPrefix("/") ? given : place.environment["HOME", default: ""] + "/.local/state"
        // The supervisor started this process, and stays the same when it starts another one.
        let places = DoorPlaces(
            runtime: place.environment["XDG_RUNTIME_DIR"], state: state + "/dualcam/control", host: host,
            process: getppid())
        return Doors(doors: await ControlDoors.open(pipeline.control, to: desk, name: pipeline.name, places))
    }

    func close() async { await doors.close() }

    /// Where the doors are, and which could not be opened.
    var events: [SessionEvent] {
        let now = WallTime.unixNow()
        var events = doors.failures.map { failure in
            let message = "\(Sentence.ended(failure.message)) \(failure.advice)"
            return SessionEvent(
                .warning(.control, branch: nil, message: message), unixNanoseconds: now, runningTime: nil)
        }
        if doors.socket != nil || doors.url != nil {
            let address = ControlAddress(
                socket: doors.socket, url: doors.url, tokenFile: doors.tokenFile, certificate: doors.certificateFile)
            events.append(SessionEvent(.control(address), unixNanoseconds: now, runningTime: nil))
        }
        return events
    }
}

extension ControlAddress {
    /// For people.
    var line: String {
        let places = [socket, url].compactMap { $0 }.joined(separator: " and ")
        let papers =
            (tokenFile.map { "; the token is in \($0)" } ?? "")
            + (certificate.map { "; the certificate is \($0)" } ?? "")
        return "dualcam: control at \(places)\(papers)"
    }
}
