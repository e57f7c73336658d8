import DualCamConfig
import DualCamSession

/// The rule for texts from the network (`TextRule.remote`), for the arguments of requests and commands.
extension JSONValue {
    /// Throws for an argument with a variable in it, however deep, by the argument's name. Nothing of the text is shown.
    ///
    /// - Parameter documents: The arguments that are judged by readers of their own, or whose words are nothing but shown.
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
