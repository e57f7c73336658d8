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
