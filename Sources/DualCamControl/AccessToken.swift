/// The secret that clients show over TCP.
package struct AccessToken: Sendable, Equatable {
    /// 16 printable ASCII characters or more, no blanks.
    package let text: String

    /// `nil` for a text that is too short, or not printable.
    package init?(_ text: String) {
        guard (16...1024).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        self.text = text
    }

    /// 256 random bits of the system's, in hexadecimal digits.
    static func made() -> AccessToken {
        var random = SystemRandomNumberGenerator()
        let digits = (0..<32).map { _ in
            let byte = UInt8.random(in: .min ... .max, using: &random)
            return (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return AccessToken(text: digits.joined())
    }

    private init(text: String) { self.text = text }

    /// Takes the same time wherever `given` differs, so that it cannot be guessed byte by byte.
    func matches(_ given: String) -> Bool {
        let (mine, theirs) = (Array(text.utf8), Array(given.utf8))
        var difference: UInt8 = mine.count == theirs.count ? 0 : 1
        for index in mine.indices { difference |= mine[index] ^ (index < theirs.count ? theirs[index] : 0) }
        return difference == 0
    }
}
