import DualCamRecordings
import Soup
internal import Synchronization

/// The list of clients that receive a recording's events, which lets each client see the others' actions. The clients'
/// names reveal nothing about the people who use them.
final class ConnectedPeople: Sendable {
    struct Person: Sendable {
        /// The client's name: the type of its device and a number that is unique among devices of this type, such as
        /// `phone 2`.
        var id: String
        var role: ControlRole
        /// The time at which the client connected, in Unix nanoseconds.
        var since: Int64
        var lastCommand: (name: String, time: Int64)?

        /// The client as JSON, with the members `id`, `role`, `since` and `last-command` (`command` and `time`, or
        /// null).
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

    /// The maximum number of clients that the published list names; more may be connected.
    private static let mostTold = 50
    private let people = Mutex<[Person]>([])
    /// A stream that delivers one element for each change of the list of connected clients. The list must then be sent
    /// to all of them. Only one task may read the stream.
    let changes: AsyncStream<Void>
    private let changing: AsyncStream<Void>.Continuation

    init() { (changes, changing) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1)) }

    /// Adds a newly connected client to the list and returns the client's name.
    func enter(_ head: WebHead, _ role: ControlRole) -> String {
        let kind = Self.kind(of: head.values(of: "user-agent").first ?? "")
        let (id, isAlone) = people.withLock { people in
            var number = 1
            while people.contains(where: { $0.id == "\(kind) \(number)" }) { number += 1 }
            let person = Person(id: "\(kind) \(number)", role: role, since: WallTime.unixNow())
            people.append(person)
            return (person.id, people.count == 1)
        }
        // A client that has just connected receives the list in its own first message.
        if !isAlone { changing.yield() }
        return id
    }

    func leave(_ id: String) {
        people.withLock { people in people.removeAll { $0.id == id } }
        changing.yield()
    }

    /// Records the last change that a client has made. Ignores changes by viewers.
    ///
    /// - Parameters:
    ///   - change: the name of the command or route with which the client made the change.
    ///   - id: the name of the client as claimed in the request; a name that does not exist is ignored.
    func note(_ change: String, by id: String?) {
        let isTold = people.withLock { people in
            guard let index = people.firstIndex(where: { $0.id == id && $0.role == .director }) else { return false }
            people[index].lastCommand = (change, WallTime.unixNow())
            return people.count > 1
        }
        if isTold { changing.yield() }
    }

    /// The event that sends the list of clients to all connected clients, as one line of JSON.
    var line: String { (["people": json] as JSONValue).line(ofEvent: "people") }

    /// Returns the members of the recording's state that differ from client to client: its role, its name and the list
    /// of clients.
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
