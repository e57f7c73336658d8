/// The `backup` section: where finished sessions are copied to, and when.
package struct Backup: Sendable, Equatable {
    /// `to`; `nil`: off, nothing is copied.
    package var to: RemotePath?
    package var when = BackupTime.finished
    /// `only`: the outputs whose files are copied; `nil` (`all`): every file.
    package var only: [OutputName]?
    /// `bandwidth`: at most so much; `nil`: off, as much as there is.
    package var bandwidth: Bitrate?
    /// `while-recording`: at most so much while something is recorded; `nil`: off, nothing is copied then.
    package var whileRecording: Bitrate?
    /// `metered`: also over networks that NetworkManager says are metered.
    package var metered = false

    package init() {}
}

/// The time when finished sessions are copied.
package enum BackupTime: String, Sendable, Hashable, CaseIterable {
    /// As soon as a session is finished.
    case finished
    /// Within `BackupTime.hours`.
    case night

    /// The night, by the clock on the wall.
    package static let hours = (from: TimeOfDay(hour: 22, minute: 0), to: TimeOfDay(hour: 6, minute: 0))

    /// Returns true for a time of day at which sessions are copied.
    package func holds(at time: TimeOfDay) -> Bool {
        self == .finished || time >= Self.hours.from || time < Self.hours.to
    }
}

/// A folder that recordings are copied into: `REMOTE:PATH`, where rclone knows the remote, or the absolute path of a folder of this
/// machine, such as one that another machine's disk is mounted at.
package struct RemotePath: Sendable, Hashable, CustomStringConvertible {
    /// Without slashes at its end.
    package let text: String

    static var shape: SettingShape {
        .written(.init(pattern: "[A-Za-z0-9_][A-Za-z0-9_. -]*:.*|[/~].*", example: "nas:recordings"))
    }

    /// Reads `nas:recordings` or `/mnt/nas/recordings`. Throws `Refusal` for anything else, also for a remote that is described in the
    /// place of its name (`:webdav,url=...:`): that may hold a password, and pipeline files are copied into every session.
    package init(parsing text: String) throws(Refusal) {
        let example = "write it as in nas:recordings or /mnt/nas/recordings"
        guard !text.isEmpty, text.printable == text else {
            throw Refusal("\(quoted(text)) is no place to copy to", hint: example)
        }
        if !text.hasPrefix("/") {
            guard let colon = text.firstIndex(of: ":") else {
                throw Refusal("\(quoted(text)) names no remote", hint: example)
            }
            let name = text[..<colon].utf8
            let isPlain = name.allSatisfy { byte in
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
                    || Array("_. -".utf8).contains(byte)
            }
            guard isPlain, let first = name.first, !Array(". -".utf8).contains(first) else {
                throw Refusal(
                    "\(quoted(text)) does not begin with the name of a remote",
                    hint: "make one with 'rclone config', and write its name, as in nas:recordings")
            }
        }
        var rest = text[...]
        while rest.count > 1, rest.hasSuffix("/") { rest = rest.dropLast() }
        self.text = String(rest)
    }

    /// The name of the remote; `nil` for a folder of this machine.
    package var remote: String? { text.hasPrefix("/") ? nil : String(text.prefix { $0 != ":" }) }

    /// Something in it by its name.
    package func child(_ name: String) -> String {
        text + (text.hasSuffix(":") || text.hasSuffix("/") ? "" : "/") + name
    }

    package var description: String { text }
}

extension Reader<Backup> {
    static func backup(among names: Names) -> Reader {
        .section(Backup()) { backup, section in
            section.read("to", into: &backup.to, .remotePath, or: "off")
            section.read("when", into: &backup.when, .word)
            section.read("only", into: &backup.only, .copiedOutputs(among: names), or: "all")
            section.read("bandwidth", into: &backup.bandwidth, .quantity, or: "off")
            section.read("while-recording", into: &backup.whileRecording, .quantity, or: "off")
            section.read("metered", into: &backup.metered, .flag)
        }
    }
}

extension Section {
    /// Refuses a pipeline of which no session would ever count as backed up.
    mutating func checkDeletion(_ pipeline: Pipeline) {
        guard pipeline.storage.deleteOnly == .backedUp, pipeline.backup.to != nil,
            let only = pipeline.backup.only.map(Set.init)
        else { return }
        let left = pipeline.outputs.filter { !only.contains($0) }
        guard let first = left.first else { return }
        refuse(
            below: ["storage", "delete-only"],
            because: Refusal(
                "nothing would ever be deleted: backup.only leaves the files of '\(first)' out",
                hint: "write backup.only: all, or delete-only: finished"))
    }
}

extension Reader<[OutputName]> {
    fileprivate static func copiedOutputs(among names: Names) -> Reader {
        list(of: .output(among: names)).refusingNone(Refusal("nothing would be copied", hint: "name an output"))
    }
}

extension Reader<RemotePath> {
    /// `nas:recordings`, `/mnt/nas/recordings` or `~/backup`.
    fileprivate static var remotePath: Reader {
        .text(as: RemotePath.shape) { (text, variables) throws(Refusal) in
            try RemotePath(parsing: text.hasPrefix("~") ? try variables.path(text) : text)
        }
    }
}
