extension WrittenSettings {
    private static let remedy = "edit the file on the machine"

    /// The sections and keys of the pipeline file that clients cannot change over the network, each with the reason.
    private static let local = [
        ("hooks", "it runs programs and calls web addresses"), ("control", "it says who may enter"),
        ("backup", "it says where recordings are copied to"),
        ("publish", "it says to whom recordings and a password are sent"),
        ("machine", "it says where facts about the machine are read"),
        ("supervision.metrics", "it names a file that is written"),
        ("recording.group", "it says who may read what is recorded"),
    ]

    /// Returns an issue for each change that is not allowed over the network: programs to run, access rights, and paths
    /// outside of the pipeline file's folder. Values that were already in the file are allowed.
    package func remoteRefusals(since former: WrittenSettings) -> [PipelineIssue] {
        changedKeys(since: former).compactMap { key in
            let local = Self.local.first { key == $0.0 || key.hasPrefix($0.0 + ".") }?.1
            let known = former.texts(of: key)
            guard
                let reason = local
                    ?? texts(of: key).filter({ !known.contains($0) }).lazy.compactMap({
                        Self.obstacle($0, of: key)
                    }).first
            else { return nil }
            return issue(at: key, "may not be changed over the network: \(reason)", hint: Self.remedy)
        }
    }

    /// Returns the reason why clients cannot set this value over the network; `nil` if they can.
    private static func obstacle(_ text: String, of key: String) -> String? {
        if text.contains("${") { return "the value comes from the machine's environment" }
        // The text of an overlay may be any text.
        if key.hasPrefix("combined.overlays."), !key.hasSuffix(".image") { return nil }
        if text.contains("://") { return "the value is an address" }
        if text.hasPrefix("alsa:"), !isPlainALSA(text) { return "the value is more than the name of a sound card" }
        let path = clip(text) ?? text[...]
        if path.split(separator: "/").contains("..") { return "the path leads out of the pipeline file's folder" }
        if path.hasPrefix("~") || path.hasPrefix("/") && !isCamera(text, of: key) {
            return "the path begins outside of the pipeline file's folder"
        }
        return nil
    }

    /// Returns the path in a device of the form `file:PATH`; `nil` if the text has a different form.
    private static func clip(_ text: String) -> Substring? {
        let prefix = "file:"
        return text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : nil
    }

    /// Returns true if a camera's device is the path of a V4L2 camera. Other paths are refused, because opening other
    /// devices may have side effects. In addition, `/dev` contains ordinary files (`/dev/shm`, `/dev/fd`).
    private static func isCamera(_ text: String, of key: String) -> Bool {
        let keys = key.split(separator: ".", omittingEmptySubsequences: false)
        guard keys.count == 3, keys[0] == "cameras", keys[2] == "device" else { return false }
        return text.wholeMatch(of: #/\/dev\/video[0-9]+|\/dev\/v4l\/by-(id|path)\/[^\/]+/#) != nil
    }

    /// Returns the paths of clips, images and colour tables in settings that were changed, as written in the file.
    package func remoteFiles(since former: WrittenSettings) -> [(key: String, path: String)] {
        changedKeys(since: former).flatMap { key in
            let known = former.texts(of: key)
            return texts(of: key).filter { !known.contains($0) }.compactMap { text -> (String, String)? in
                if let clip = Self.clip(text), key.hasSuffix(".device") { return (key, String(clip)) }
                let isTable =
                    text.lowercased().hasSuffix(ColourTable.suffix) && key.hasSuffix(".\(Look.key).\(Look.use)")
                return isTable || key.hasPrefix("combined.overlays.") && key.hasSuffix(".image") ? (key, text) : nil
            }
        }
    }

    /// Returns true for a simple ALSA device name. Other ALSA names can define devices that write files or run programs
    /// (`file`, `tee`).
    private static func isPlainALSA(_ text: String) -> Bool {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).dropFirst()
        guard let kind = parts.first, ["hw", "plughw", "default", "sysdefault", "dsnoop"].contains(kind) else {
            return false
        }
        return parts.dropFirst().joined().allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || ",=_-".contains($0))
        }
    }
}
