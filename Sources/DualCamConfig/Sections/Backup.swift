/// The settings of the `backup` section: where and when finished sessions are copied.
package struct Backup: Sendable, Equatable {
    /// The setting `to`: the folder to which sessions are copied; `nil` for no backups.
    package var to: RemotePath?
    package var when = BackupTime.finished
    /// The setting `only`: the outputs whose files are copied; `nil` (`all`) to copy the files of every output.
    package var only: [OutputName]?
    /// The setting `bandwidth`: the maximum bitrate of a backup; `nil` for no limit.
    package var bandwidth: Bitrate?
    /// The setting `while-recording`: the maximum bitrate of a backup that runs during a recording; `nil` to pause
    /// backups during recordings.
    package var whileRecording: Bitrate?
    /// The setting `metered`: whether sessions are also copied over networks that NetworkManager reports as metered.
    package var metered = false

    package init() {}
}

/// The setting `when`: the time at which finished sessions are copied.
package enum BackupTime: String, Sendable, Hashable, CaseIterable {
    /// Sessions are copied as soon as they are complete.
    case finished
    /// Sessions are copied only at night, within `BackupTime.hours`.
    case night

    /// The start and the end of the night in which sessions are copied, in local time.
    package static let hours = (from: TimeOfDay(hour: 22, minute: 0), to: TimeOfDay(hour: 6, minute: 0))

    /// Returns true if sessions may be copied at a time of day.
    package func holds(at time: TimeOfDay) -> Bool {
        self == .finished || time >= Self.hours.from || time < Self.hours.to
    }
}

/// A folder to which recordings are copied: `REMOTE:PATH` with the name of an rclone remote, or the absolute path of a
/// local folder, such as a mount point.
package struct RemotePath: Sendable, Hashable, CustomStringConvertible {
    /// The path of the folder as written, without trailing slashes.
    package let text: String

    static var shape: SettingShape {
        .written(.init(pattern: "[A-Za-z0-9_][A-Za-z0-9_. -]*:.*|[/~].*", example: "nas:recordings"))
    }

    /// Parses a folder such as `nas:recordings` or `/mnt/nas/recordings`. Throws a `Refusal` for any other text.
    ///
    /// Also rejects an rclone remote that is defined in the text itself (`:webdav,url=...:`). Such a definition may
    /// contain a password, and pipeline files are copied into every session.
    package init(parsing text: String) throws(Refusal) {
        let example = "write it as in nas:recordings or /mnt/nas/recordings"
        guard !text.isEmpty, text.printable == text else {
            throw Refusal("\(quoted(text)) is not a place to copy to", hint: example)
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

    /// The name of the rclone remote; `nil` for a local folder.
    package var remote: String? { text.hasPrefix("/") ? nil : String(text.prefix { $0 != ":" }) }

    /// Returns the path of an entry in the folder.
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
    /// Rejects a pipeline that may delete only backed-up sessions but does not back up all files. With these settings,
    /// no session would ever be deleted.
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
    /// A reader of a folder for backups: `nas:recordings`, `/mnt/nas/recordings` or `~/backup`.
    fileprivate static var remotePath: Reader {
        .text(as: RemotePath.shape) { (text, variables) throws(Refusal) in
            try RemotePath(parsing: text.hasPrefix("~") ? try variables.path(text) : text)
        }
    }
}
