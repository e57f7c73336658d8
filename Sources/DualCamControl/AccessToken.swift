import DualCamConfig
import DualCamSession
internal import Gcrypt
internal import GStreamer
internal import Glibc

/// The secret token that clients show over TCP.
package struct AccessToken: Sendable, Equatable {
    /// The token's text: 16 to 1024 printable ASCII characters without blanks.
    package let text: String

    /// Creates a token; `nil` if the text is too short, too long or not printable.
    package init?(_ text: String) {
        guard (16...1024).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        self.text = text
    }

    /// Creates a token of 256 random bits from the system, in hexadecimal digits.
    static func made() -> AccessToken {
        var random = SystemRandomNumberGenerator()
        let digits = (0..<32).map { _ in
            let byte = UInt8.random(in: .min ... .max, using: &random)
            return (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return AccessToken(text: digits.joined())
    }

    private init(text: String) { self.text = text }

    /// Returns a token for another purpose, which does not reveal this one (SHA-256).
    func derived(for purpose: String) -> AccessToken {
        AccessToken(text: Digest.sha256(of: Array("\(purpose) \(text)".utf8)))
    }

    /// Compares in a time that does not depend on where `given` differs, so that the token cannot be guessed byte by
    /// byte.
    func matches(_ given: String) -> Bool {
        let (mine, theirs) = (Array(text.utf8), Array(given.utf8))
        var difference: UInt8 = mine.count == theirs.count ? 0 : 1
        for index in mine.indices { difference |= mine[index] ^ (index < theirs.count ? theirs[index] : 0) }
        return difference == 0
    }
}

/// Reads and writes files that hold a secret and are readable only by the current user.
enum SecretFile {
    /// Reads at most 4096 bytes of a file; `nil` if it is missing. Throws when others can access the file or it cannot
    /// be read. Blocks.
    static func text(of path: String) throws(Refusal) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw Refusal(errno: errno, "'\(path)' cannot be read", hint: "Look at its rights.")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Refusal("'\(path)' is no file", hint: "Put the token into a file of its own.")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw Refusal(
                "the secret in '\(path)' can be read by others (mode \(String(status.st_mode & 0o777, radix: 8)))",
                hint: "Close it: chmod 600 '\(path)'.")
        }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &bytes, bytes.count)
        guard count >= 0 else {
            throw Refusal(errno: errno, "'\(path)' cannot be read", hint: "Look at its disk.")
        }
        return String(decoding: bytes.prefix(count), as: UTF8.self)
    }

    /// Creates a file of mode 0600. After a power cut, the file is complete or missing. Blocks.
    static func make(_ path: String, _ text: String) throws(Refusal) {
        do throws(FolderFailure) {
            try LastingFile.write(Array(text.utf8), to: path, by: "\(path).\(getpid())", mode: FileMode.secret)
        } catch {
            throw Refusal(
                errno: error.errorNumber, "'\(path)' cannot be written", hint: "Make room or give rights there.")
        }
    }
}

extension AccessToken {
    /// Reads the token from the first line of the file that `rule` names, or else of the user's own file in `state`.
    /// That file is created if it is missing. Blocks.
    static func read(_ rule: TokenRule, state: String) throws(Refusal) -> (token: AccessToken, path: String) {
        let path = if case .file(let file) = rule { file } else { try PrivateFolder(state).path + "/token" }
        guard let text = try SecretFile.text(of: path) else {
            guard rule == .on else {
                throw Refusal("there is no file '\(path)' (control.token)", hint: "Put the token into it.")
            }
            let token = AccessToken.made()
            try SecretFile.make(path, token.text + "\n")
            return (token, path)
        }
        let line = String(text.prefix { !$0.isNewline })
        guard let token = AccessToken(line) else {
            throw Refusal(
                "the first line of '\(path)' is no token", hint: "Write 16 letters or more into it, without blanks.")
        }
        return (token, path)
    }
}
