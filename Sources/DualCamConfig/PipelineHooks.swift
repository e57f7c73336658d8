/// The `hooks` section: what is run, or sent over HTTP, when an event comes.
package struct Hooks: Sendable, Equatable {
    /// A key for each event: what is done at it,.
    package var actions: [EventName: [HookAction]] = [:]
    /// `limit`: how long a program may run.
    package var limit = Duration.seconds(60)

    package init() {}
}

/// A program or a web address that gets events as JSON.
package enum HookAction: Sendable, Hashable {
    /// The program's path as it was found, and its arguments. No shell reads them.
    case program(path: String, arguments: [String])
    /// `http://...` or `https://...`
    case address(String)
}
