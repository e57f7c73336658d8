import DualCamConfig
import DualCamRecordings
internal import GStreamer
internal import Gcrypt
internal import Glibc

/// The secret token that gives clients access to the control interface over TCP.
package struct AccessToken: Sendable, Equatable {
    /// The text of the token: 16 to 1024 printable ASCII characters without spaces.
    package let text: String

    /// Creates a token from a given text; returns `nil` if the text is too short, too long or not printable.
    package init?(_ text: String) {
        guard (16...1024).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        self.text = text
    }

    /// Creates a new token of 256 random bits, written in hexadecimal digits.
    static func made() -> AccessToken {
        var random = SystemRandomNumberGenerator()
        let digits = (0..<32).map { _ in
            let byte = UInt8.random(in: .min ... .max, using: &random)
            return (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return AccessToken(text: digits.joined())
    }

    private init(text: String) { self.text = text }

    /// Returns a token for another purpose, derived from this one with SHA-256. This token cannot be computed from the
    /// derived one.
    func derived(for purpose: String) -> AccessToken {
        AccessToken(text: Digest.sha256(of: Array("\(purpose) \(text)".utf8)))
    }

    /// Returns true if `given` is this token. The comparison takes the same time wherever the two differ, so that the
    /// token cannot be guessed byte by byte.
    func matches(_ given: String) -> Bool {
        let (mine, theirs) = (Array(text.utf8), Array(given.utf8))
        var difference: UInt8 = mine.count == theirs.count ? 0 : 1
        for index in mine.indices { difference |= mine[index] ^ (index < theirs.count ? theirs[index] : 0) }
        return difference == 0
    }
}

/// Functions that read and write files containing a secret. Only the current user may access such a file.
enum SecretFile {
    /// Returns the text of a secret file, cut to its first 4096 bytes; `nil` if the file is missing. Throws if others
    /// can access the file, or if it cannot be read. Blocks.
    static func text(of path: String) throws(Refusal) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw Refusal(errno: errno, "'\(path)' cannot be read", hint: "Look at its rights.")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Refusal("'\(path)' is not a file", hint: "Put the token into a file of its own.")
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

    /// Creates a secret file of mode 0600 that contains `text`. After a power cut, the file is either complete or
    /// missing. Throws if the file cannot be written. Blocks.
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
    /// Returns the access token with the path of its file. Reads the first line of the file that `rule` names, or
    /// otherwise of the user's own token file in the folder `state`. If the user's own file is missing, creates it with
    /// a new token. Throws if the file that `rule` names is missing, or if a file cannot be read, is open to others or
    /// contains no valid token. Blocks.
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
                "the first line of '\(path)' is not a token", hint: "Write 16 letters or more into it, without blanks.")
        }
        return (token, path)
    }
}
