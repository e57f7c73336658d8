import DualCamSession
import Soup
internal import Synchronization

/// The clients that listen to the events of a recording, by names that reveal nothing about them, so that each sees
/// what the others do.
final class ConnectedPeople: Sendable {
    struct Person: Sendable {
        /// `phone 2`: the kind of its device, and a number that no other of the kind has.
        var id: String
        var role: ControlRole
        /// Unix nanoseconds.
        var since: Int64
        var lastCommand: (name: String, time: Int64)?

        /// Keys: `id`, `role`, `since`, `last-command` (`command`, `time`, or null).
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

    /// Everybody is told of so many; the others are connected, too.
    private static let mostTold = 50
    private let people = Mutex<[Person]>([])
    /// Something is to be told to those who are there; for one reader.
    let changes: AsyncStream<Void>
    private let changing: AsyncStream<Void>.Continuation

    init() { (changes, changing) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1)) }

    /// Returns the name by which somebody is known from now on.
    func enter(_ head: WebHead, _ role: ControlRole) -> String {
        let kind = Self.kind(of: head.values(of: "user-agent").first ?? "")
        let (id, isAlone) = people.withLock { people in
            var number = 1
            while people.contains(where: { $0.id == "\(kind) \(number)" }) { number += 1 }
            let person = Person(id: "\(kind) \(number)", role: role, since: WallTime.unixNow())
            people.append(person)
            return (person.id, people.count == 1)
        }
        // Its own first message tells of it.
        if !isAlone { changing.yield() }
        return id
    }

    func leave(_ id: String) {
        people.withLock { people in people.removeAll { $0.id == id } }
        changing.yield()
    }

    /// - Parameters:
    ///   - change: The name of the route that has made it; of a command, its own.
    ///   - id: As the client says, which may be nobody's.
    func note(_ change: String, by id: String?) {
        let isTold = people.withLock { people in
            guard let index = people.firstIndex(where: { $0.id == id && $0.role == .director }) else { return false }
            people[index].lastCommand = (change, WallTime.unixNow())
            return people.count > 1
        }
        if isTold { changing.yield() }
    }

    /// The event of WebSockets.
    var line: String { (["people": json] as JSONValue).line(ofEvent: "people") }

    /// Members of the state, for somebody.
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
