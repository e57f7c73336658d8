import DualCamSession
import Soup
internal import Synchronization

/// The clients that listen to a recording's events, so that each sees what the others do. Their names reveal nothing
/// about them.
final class ConnectedPeople: Sendable {
    struct Person: Sendable {
        /// The kind of the client's device and a number that is unique among its kind, such as `phone 2`.
        var id: String
        var role: ControlRole
        /// The time of connecting, in Unix nanoseconds.
        var since: Int64
        var lastCommand: (name: String, time: Int64)?

        /// The JSON members `id`, `role`, `since` and `last-command` (`command` and `time`, or null).
        fileprivate var json: JSONValue {
            let command = lastCommand.map { last -> JSONValue in
                ["command": .string(last.name), "time": .string(WallTime.iso8601(last.time))]
            }
            return [
                "id": .string(id), "role": .string(role.rawValue), "since": .string(WallTime.iso8601(since)),
                "last-command": command ?? .null,
            ]
        }
    }

    /// The maximum number of clients to list; more may be connected.
    private static let mostTold = 50
    private let people = Mutex<[Person]>([])
    /// Signals that connected clients should receive a new list; for one reader.
    let changes: AsyncStream<Void>
    private let changing: AsyncStream<Void>.Continuation

    init() { (changes, changing) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1)) }

    /// Adds a client and returns its name.
    func enter(_ head: WebHead, _ role: ControlRole) -> String {
        let kind = Self.kind(of: head.values(of: "user-agent").first ?? "")
        let (id, isAlone) = people.withLock { people in
            var number = 1
            while people.contains(where: { $0.id == "\(kind) \(number)" }) { number += 1 }
            let person = Person(id: "\(kind) \(number)", role: role, since: WallTime.unixNow())
            people.append(person)
            return (person.id, people.count == 1)
        }
        // The client learns the list from its own first message.
        if !isAlone { changing.yield() }
        return id
    }

    func leave(_ id: String) {
        people.withLock { people in people.removeAll { $0.id == id } }
        changing.yield()
    }

    /// Records a change that a client made.
    ///
    /// - Parameters:
    /// - change: The name of the route that made the change, or of the command.
    /// - id: The name that the client claims, which may not exist.
    func note(_ change: String, by id: String?) {
        let isTold = people.withLock { people in
            guard let index = people.firstIndex(where: { $0.id == id && $0.role == .director }) else { return false }
            people[index].lastCommand = (change, WallTime.unixNow())
            return people.count > 1
        }
        if isTold { changing.yield() }
    }

    /// The event for WebSockets.
    var line: String { (["people": json] as JSONValue).line(ofEvent: "people") }

    /// Returns the members of the state that depend on the client who asks.
    func members(for person: String?, _ role: ControlRole) -> JSONValue {
        ["role": .string(role.rawValue), "person": .text(person), "people": json]
    }

    private var json: JSONValue { .array(people.withLock { $0 }.prefix(Self.mostTold).map(\.json)) }

    private static func kind(of agent: String) -> String {
        let words = agent.lowercased()
        let isMobile = words.contains("mobi")
        if words.contains("ipad") || words.contains("tablet") || words.contains("android") && !isMobile {
            return "tablet"
        }
        return isMobile ? "phone" : words.hasPrefix("mozilla/") ? "computer" : "program"
    }
}
