extension Reader<KeyDevice> {
    /// A reader of the `control.keys` section.
    static var keyDevice: Reader {
        .section(KeyDevice()) { keys, section in
            section.read("device", into: &keys.device, .devicePath)
            for action in KeyDevice.Action.allCases {
                section.read(action.rawValue, into: &keys.names[action], .keyName)
            }
            section.require("device", because: Refusal("is needed", hint: "name one of /dev/input/by-id"))
            let given = KeyDevice.Action.allCases.filter { keys.names[$0] != nil }
            for (index, action) in given.enumerated() {
                guard let other = given[..<index].first(where: { keys.names[$0] == keys.names[action] }) else {
                    continue
                }
                let message = "\(keys.names[action] ?? "") is \(other.rawValue) already"
                section.refuse(action.rawValue, because: Refusal(message, hint: "choose another key"))
            }
        }
    }
}

extension Reader<String> {
    fileprivate static var devicePath: Reader {
        .text(as: .path(.init(isAbsolute: true))) { (text) throws(Refusal) in
            guard text.hasPrefix("/") else {
                throw Refusal("\(quoted(text)) is not an absolute path", hint: "name one of /dev/input/by-id")
            }
            return text
        }
    }

    /// A reader of a key's name, such as `KEY_RECORD` or `BTN_LEFT`. The machine that records checks later whether its
    /// kernel knows the name.
    fileprivate static var keyName: Reader {
        .text(as: .written(.init(pattern: "(KEY|BTN)_[0-9A-Z_]+", example: "KEY_RECORD"))) { (text) throws(Refusal) in
            let rest = text.dropFirst(4).utf8
            let isName = rest.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || $0 == 0x5F }
            guard text.hasPrefix("KEY_") || text.hasPrefix("BTN_"), isName, !rest.isEmpty else {
                throw Refusal("\(quoted(text)) is not the name of a key", hint: "write it as in KEY_RECORD")
            }
            return text
        }
    }
}
