/// Writes JSON values as text, one after another. Optimised for speed, because thousands of values are written at a
/// time.
package struct JSONWriter {
    private var bytes: [UInt8] = []

    package init() { bytes.reserveCapacity(512) }

    /// The JSON text written so far.
    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Appends a JSON value, without spaces.
    package mutating func write(_ value: JSONValue) {
        switch value {
        case .null: add("null")
        case .bool(let flag): add(flag ? "true" : "false")
        case .integer(let number): add(String(number))
        case .decimal(let billionths): write(billionths: billionths)
        case .string(let text): quote(text)
        case .array(let values): write(values)
        case .object(let members): write(members)
        }
    }

    /// Appends text that is not a JSON value, such as a comma between two values.
    package mutating func add(_ text: String) {
        if text.utf8.withContiguousStorageIfAvailable({ bytes.append(contentsOf: $0) }) == nil {
            bytes.append(contentsOf: text.utf8)
        }
    }

    private mutating func write(_ values: [JSONValue]) {
        bytes.append(UInt8(ascii: "["))
        for (index, value) in values.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            write(value)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func write(_ members: [JSONValue.Member]) {
        bytes.append(UInt8(ascii: "{"))
        for (index, member) in members.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            quote(member.key)
            bytes.append(UInt8(ascii: ":"))
            write(member.value)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    // MARK: Objects, member by member
    /// Begins a JSON object whose members are then written one by one. This avoids creating thousands of `JSONValue`
    /// objects.
    package mutating func begin() { bytes.append(UInt8(ascii: "{")) }

    /// Ends the JSON object that `begin` began.
    package mutating func end() { bytes.append(UInt8(ascii: "}")) }

    /// Appends a member of the current JSON object.
    package mutating func member(_ key: String, _ value: JSONValue) {
        self.key(key)
        write(value)
    }

    /// Appends a member whose value is an integer.
    package mutating func member(_ key: String, _ number: Int64) {
        self.key(key)
        add(String(number))
    }

    /// Appends a member whose value is a string.
    package mutating func member(_ key: String, _ text: String) {
        self.key(key)
        quote(text)
    }

    /// Appends a member whose value is an array of strings.
    package mutating func member(_ key: String, _ texts: some Collection<String>) {
        self.key(key)
        bytes.append(UInt8(ascii: "["))
        for text in texts {
            if bytes.last != UInt8(ascii: "[") { bytes.append(UInt8(ascii: ",")) }
            quote(text)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private mutating func key(_ key: String) {
        if bytes.last != UInt8(ascii: "{") { bytes.append(UInt8(ascii: ",")) }
        quote(key)
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func write(billionths: Int64) {
        let size = billionths.magnitude
        var (fraction, places) = (size % 1_000_000_000, 9)
        while places > 1, fraction % 10 == 0 { (fraction, places) = (fraction / 10, places - 1) }
        add("\(billionths < 0 ? "-" : "")\(size / 1_000_000_000).\(Wording.padded(fraction, to: places))")
    }

    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        let isPlain = text.utf8.withContiguousStorageIfAvailable { part in
            guard part.allSatisfy({ $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) else {
                return false
            }
            bytes.append(contentsOf: part)
            return true
        }
        if isPlain != true { escape(text) }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): add("\\\"")
            case UInt8(ascii: "\\"): add("\\\\")
            case UInt8(ascii: "\n"): add("\\n")
            case UInt8(ascii: "\r"): add("\\r")
            case UInt8(ascii: "\t"): add("\\t")
            case ..<0x20: add("\\u00" + Wording.padded(byte, to: 2, radix: 16))
            default: bytes.append(byte)
            }
        }
    }
}
