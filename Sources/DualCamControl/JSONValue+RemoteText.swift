import DualCamConfig
import DualCamSession

/// Checks of texts from the network (`TextRule.remote`), for the arguments of requests and commands.
extension JSONValue {
    /// Throws if an argument contains a variable at any depth. The message names the argument and shows nothing of its
    /// text.
    ///
    /// - Parameter documents: The arguments that have their own parsers, or that are only displayed, and are not
    ///   checked here.
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
