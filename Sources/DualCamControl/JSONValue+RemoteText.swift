import DualCamConfig
import DualCamRecordings
import DualCamSession

/// Checks of text that arrives over the network in requests and commands (`TextRule.remote`).
extension JSONValue {
    /// Throws if an argument contains a variable such as `${HOME}`, at any depth. The message names the argument but
    /// does not quote its text.
    ///
    /// - Parameter documents: the keys of arguments to skip, because they have their own parsers or are only displayed.
    func checkTexts(but documents: [String] = []) throws(ControlRefusal) {
        for member in members ?? [] where !documents.contains(member.key) {
            do throws(Refusal) {
                try TextRule.remote.check(key: member.key)
                try member.value.checkAllTexts()
            } catch {
                let name = member.key.contains("${") ? "" : "'\(member.key.printable.prefix(60))': "
                throw ControlRefusal(Refusal(name + error.message, hint: error.hint))
            }
        }
    }

    private func checkAllTexts() throws(Refusal) {
        switch self {
        case .string(let text): try TextRule.remote.check(text)
        case .array(let list): for value in list { try value.checkAllTexts() }
        case .object(let members):
            for member in members {
                try TextRule.remote.check(key: member.key)
                try member.value.checkAllTexts()
            }
        case .null, .bool, .integer, .decimal: break
        }
    }
}
