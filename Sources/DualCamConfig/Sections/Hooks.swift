/// The settings of the `hooks` section: the programs to run and the web addresses to call when events occur.
package struct Hooks: Sendable, Equatable {
    /// The actions that are performed when an event occurs, by the event's name.
    package var actions: [EventName: [HookAction]] = [:]
    /// The setting `limit`: the maximum run time of a hook's program.
    package var limit = Duration.seconds(60)

    package init() {}
}

/// The action of a hook: a program or a web address that receives events as JSON.
package enum HookAction: Sendable, Hashable {
    /// A program to run, with its resolved path and its arguments. The program is started without a shell.
    case program(path: String, arguments: [String])
    /// A web address to call: `http://...` or `https://...`.
    case address(String)
}

/// The names of the events of `run --json`, which are also the keys of `hooks`. Raw values must not change.
package enum EventName: String, Sendable, Hashable, CaseIterable, Codable {
    case standby, started, countdown, recording, status, dropped, warning, repeated, cadence, damaged
    case keyFrames = "key-frames"
    case inputLost = "input-lost"
    case inputReturned = "input-returned"
    case signalRestored = "signal-restored"
    case outputRestored = "output-restored"
    case sessionDeleted = "session-deleted"
    case shed, restored, heat, forecast, power, control, directed, reloaded, paused, resumed, marked, segment
    case fileFinished = "file-finished"
    case stopping, finishing, failed, finished
    case workerStarted = "worker-started"
    case workerLost = "worker-lost"
    case folderLost = "folder-lost"
    case gap
    case hookFailed = "hook-failed"
    case backedUp = "backed-up"
    case backupFailed = "backup-failed"

    package var isForHooks: Bool { hookRefusal == nil }

    /// The reason why no hook can be set for this event; `nil` if a hook can be set.
    var hookRefusal: Refusal? {
        switch self {
        case .status: Refusal("comes every second", hint: "follow 'dualcam run --json', or /metrics over HTTP")
        case .finishing: Refusal("comes every second of a long end", hint: "use 'finished' instead")
        case .hookFailed: Refusal("would call itself", hint: "follow 'dualcam run --json'")
        default: nil
        }
    }
}

extension Reader<Hooks> {
    /// A reader of the `hooks` section: one key for each event, and `limit`.
    static var hooks: Reader {
        .section(Hooks()) { hooks, section in
            section.read("limit", into: &hooks.limit, .quantity(in: Duration.seconds(1)...Duration.seconds(3600)))
            for event in EventName.allCases {
                if let refusal = event.hookRefusal {
                    section.refuseKey(event.rawValue, because: refusal)
                } else {
                    section.read(event.rawValue, into: &hooks.actions[event], .hookActions)
                }
            }
            for (key, event) in [("camera-lost", "input-lost"), ("camera-returned", "input-returned")] {
                section.refuseKey(key, because: Refusal("unknown key", hint: "did you mean '\(event)'?"))
            }
        }
    }
}

extension Reader<[HookAction]> {
    /// A reader of an event's actions: one action or a list of actions. A list is read as several actions only if it
    /// contains another list: `[[./upload, --fast], ./alert]`.
    fileprivate static var hookActions: Reader {
        Reader(.choice([.text, .list(HookAction.shape, isFilled: true)])) { place, findings in
            guard case .list(let items) = place.tree.content,
                items.contains(where: { if case .list = $0.content { true } else { false } })
            else { return Reader<HookAction>.hookAction.read(place, &findings).map { [$0] } }
            return Reader.list(of: .hookAction).read(place, &findings)
        }
    }
}

extension Reader<HookAction> {
    /// A reader of one hook action: `./upload`, `[./upload, --fast]` or `https://studio.example/dualcam`.
    fileprivate static var hookAction: Reader {
        Reader(HookAction.shape) { place, findings throws(Refusal) in
            guard case .list = place.tree.content else {
                return try HookAction([try place.text()], in: place.variables)
            }
            let items = try place.elements()
            let words = items.compactMap { Reader<String>.text { $0 }.read($0, &findings) }
            return words.count == items.count ? try HookAction(words, in: place.variables) : nil
        }
    }
}

extension HookAction {
    /// The description of the values that a hook action accepts: a program, an address, or a list of a program and its
    /// arguments.
    fileprivate static var shape: SettingShape { .choice([.text, .list(.text, isFilled: true)]) }

    /// Parses a hook's action: a program with its arguments, or a single web address. Throws a `Refusal` if the program
    /// or the address is invalid, or if an address has arguments.
    fileprivate init(_ words: [String], in variables: Variables) throws(Refusal) {
        guard let first = words.first else {
            throw Refusal("names no program", hint: "write it as in [./upload, --fast]")
        }
        guard first.contains("://") else {
            let path = try variables.path(try String.checked(first))
            self = .program(path: try variables.context.program(first, path).get(), arguments: Array(words.dropFirst()))
            return
        }
        guard words.count == 1 else {
            throw Refusal("a web address takes no arguments", hint: "write it alone, or name a program first")
        }
        self = .address(try Self.address(first))
    }

    /// Returns the text if it is a valid web address; otherwise throws. Error messages do not quote the address,
    /// because it may contain a secret.
    private static func address(_ text: String) throws(Refusal) -> String {
        let scheme = ["https://", "http://"].first { text.hasPrefix($0) }
        let host = text.dropFirst(scheme?.count ?? 0).prefix { !"/?#".contains($0) }
        let isPrintable = text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        guard scheme != nil, let first = host.first, first != ":", isPrintable else {
            throw Refusal("is not a web address", hint: "write it as in https://studio.example/dualcam")
        }
        return text
    }
}
