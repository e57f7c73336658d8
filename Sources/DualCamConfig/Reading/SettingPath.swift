/// The keys that lead to a setting: `cameras.back.size`, `recording.outputs[1]`; empty for the whole file.
struct SettingPath: Hashable {
    let text: String

    static let root = SettingPath(text: "")

    func child(_ key: String) -> SettingPath { SettingPath(text: text.isEmpty ? key : "\(text).\(key)") }
    func element(_ index: Int) -> SettingPath { SettingPath(text: "\(text)[\(index)]") }

    /// True when this is one element of a list.
    var isElement: Bool { text.hasSuffix("]") }

    /// The path without its last key or index; `nil` for the whole file.
    var parent: SettingPath? {
        guard !text.isEmpty else { return nil }
        guard let cut = text.lastIndex(where: { $0 == "." || $0 == "[" }) else { return .root }
        return SettingPath(text: String(text[..<cut]))
    }
}
