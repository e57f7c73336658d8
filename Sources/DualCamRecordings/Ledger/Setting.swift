/// A key of the pipeline file with a new value, set on the command line or while the recording runs.
package struct Setting: Codable, Sendable, Equatable {
    /// The pipeline file's key, such as `combined.inset.size`.
    package var key: String
    /// The new value as the pipeline file would write it, such as `25%`.
    package var value: String

    package init(_ key: String, _ value: String) { (self.key, self.value) = (key, value) }

    /// Parses a setting in the form `KEY=VALUE`; `nil` if the text has no `=`.
    package init?(override text: String) {
        guard let equals = text.firstIndex(of: "=") else { return nil }
        self.init(String(text[..<equals]), String(text[text.index(after: equals)...]))
    }

    /// The setting as text in the form `KEY=VALUE`, which `PipelineLoader` accepts.
    package var override: String { "\(key)=\(value)" }
}

extension [Setting] {
    /// Returns these settings merged with newer ones. A newer setting replaces older ones with the same key or with a
    /// key nested below it. The other settings keep their order.
    package func merged(with newer: [Setting]) -> [Setting] {
        var merged = self
        for setting in newer {
            merged.removeAll { $0.key == setting.key || $0.key.hasPrefix(setting.key + ".") }
            merged.append(setting)
        }
        return merged
    }
}
