import Foundation

/// One line of `run --json`, with the fields that the tests read.
struct Event: Decodable, Sendable {
    struct Status: Decodable, Sendable {
        var output: String
        var frames: Int
    }

    var event: String
    var recorded: Double?
    var reason: String?
    var code: String?
    var output: String?
    /// The name of the pipeline branch in which frames are lost or repeated.
    var branch: String?
    var segment: Int?
    var pid: Int32?
    var seconds: Double?
    /// The running time, in seconds, at which the file of a `file-finished` begins.
    var start: Double?
    /// The running time, in seconds, at which the file of a `file-finished` ends.
    var end: Double?
    var message: String?
    /// The path of the deleted session's folder, in an event `session-deleted`.
    var session: String?
    /// The path of the control socket, in an event `control`.
    var socket: String?
    /// The heat level of an event `heat` or `forecast`.
    var level: String?
    var eased: Bool?
    /// The number of frames of an event `dropped` or `repeated`.
    var count: Int?
    /// The changed keys of a `reloaded` that took effect at once.
    var applied: [String]?
    /// The changed keys of a `reloaded` that take effect later.
    var later: [String]?
    /// The outputs of an event `status`; empty for other events, of which `started` has a list of names under this key.
    var outputs: [Status]
    /// The time at which the line was read.
    var arrival = ContinuousClock.now

    private enum CodingKeys: CodingKey {
        case event, recorded, reason, code, output, branch, segment, pid, seconds, start, end, message, session, socket,
            level,
            eased, count, applied, later
        case outputs
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        event = try container.decode(String.self, forKey: .event)
        recorded = try container.decodeIfPresent(Double.self, forKey: .recorded)
        reason = try container.decodeIfPresent(String.self, forKey: .reason)
        code = try container.decodeIfPresent(String.self, forKey: .code)
        output = try container.decodeIfPresent(String.self, forKey: .output)
        branch = try? container.decodeIfPresent(String.self, forKey: .branch)
        segment = try container.decodeIfPresent(Int.self, forKey: .segment)
        pid = try container.decodeIfPresent(Int32.self, forKey: .pid)
        session = try container.decodeIfPresent(String.self, forKey: .session)
        socket = try container.decodeIfPresent(String.self, forKey: .socket)
        seconds = try container.decodeIfPresent(Double.self, forKey: .seconds)
        start = try container.decodeIfPresent(Double.self, forKey: .start)
        end = try? container.decodeIfPresent(Double.self, forKey: .end)
        message = try container.decodeIfPresent(String.self, forKey: .message)
        level = try container.decodeIfPresent(String.self, forKey: .level)
        eased = try container.decodeIfPresent(Bool.self, forKey: .eased)
        count = try container.decodeIfPresent(Int.self, forKey: .count)
        applied = try container.decodeIfPresent([String].self, forKey: .applied)
        later = try container.decodeIfPresent([String].self, forKey: .later)
        outputs = event == "status" ? try container.decode([Status].self, forKey: .outputs) : []
    }

    init?(line: String) {
        guard let event = try? JSONDecoder().decode(Event.self, from: Data(line.utf8)) else { return nil }
        self = event
    }

    /// Returns true for an event `status` that reports at least this many recorded seconds.
    func tells(ofSeconds seconds: Double) -> Bool { event == "status" && (recorded ?? 0) >= seconds }
}

/// A signal that is sent once, after an event.
struct Interruption: Sendable {
    /// The process to which the signal is sent.
    enum Aim: Sendable {
        /// The supervisor process, `dualcam run` itself.
        case run
        /// The worker process.
        case worker
        /// Both processes, as in a power cut.
        case tree
    }

    var signal: Int32
    var aim: Aim
    var moment: @Sendable (Event) -> Bool
    /// The seconds after which stopped processes continue; `nil` if they are not continued.
    var thaw: Int?

    /// Stops both processes for some seconds, as if the machine were suspended without notice.
    static func freeze(seconds: Int, when moment: @escaping @Sendable (Event) -> Bool) -> Interruption {
        var freeze = Interruption(SIGSTOP, to: .tree, when: moment)
        freeze.thaw = seconds
        return freeze
    }

    init(_ signal: Int32, to aim: Aim = .run, when moment: @escaping @Sendable (Event) -> Bool) {
        (self.signal, self.aim, self.moment) = (signal, aim, moment)
    }

    func strike(_ child: Child) {
        let aimed = (aim == .worker ? [] : [child]) + (aim == .run ? [] : child.children)
        for process in aimed { process.send(signal) }
        guard let thaw else { return }
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(thaw)) {
            for process in aimed { process.send(SIGCONT) }
        }
    }
}
