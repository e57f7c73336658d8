extension WrittenSettings {
    private static let remedy = "edit the file on the machine"

    /// Sections and keys that nobody may change from afar, each with what it is about.
    private static let local = [
        ("hooks", "it runs programs and calls web addresses"), ("control", "it says who may enter"),
        ("backup", "it says where recordings are copied to"),
        ("publish", "it says to whom recordings and a password are sent"),
        ("machine", "it says where facts about the machine are read"),
        ("supervision.metrics", "it names a file that is written"),
    ]

    /// Returns what somebody from afar may not do: change what runs programs, says who may enter, or leads out of the pipeline file's
    /// folder. What the file said before may stay as it is.
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

    /// Returns the reason why a value cannot be set from afar; `nil`: there is none.
    private static func obstacle(_ text: String, of key: String) -> String? {
        if text.contains("${") { return "the value comes from the machine's environment" }
        // What lies over the picture says whatever somebody likes.
        if key.hasPrefix("combined.overlays."), !key.hasSuffix(".image") { return nil }
        if text.contains("://") { return "the value is an address" }
        if text.hasPrefix("alsa:"), !isPlainALSA(text) { return "the value is more than the name of a sound card" }
        let path = text.hasPrefix("file:") ? text.dropFirst("file:".count) : text[...]
        if path.hasPrefix("~") || path.hasPrefix("/") && !(key.hasSuffix(".device") && path.hasPrefix("/dev/")) {
            return "the path begins outside of the pipeline file's folder"
        }
        if path.split(separator: "/").contains("..") { return "the path leads out of the pipeline file's folder" }
        return nil
    }

    /// ALSA's names can describe devices that write files and run programs (`file`, `tee`).
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
