import DualCamConfig
import DualCamProcess
import DualCamRecordings
import Glibc
import Kernel

extension PublishCommand {
    private static let variable = InheritedEnvironment.publishPassword
    private static let longest = 4096

    /// Returns the name and the password of the user's account at the service. The password is never passed on a
    /// command line.
    func account(in place: ProcessEnvironment) throws(CommandFailure) -> PublishingService.Account {
        let next = "Write --user NAME, and --password-file FILE or the environment variable \(Self.variable)."
        guard let user, !user.isEmpty else {
            throw CommandFailure(.usage, "the user is missing", next: next)
        }
        let isPlain = user.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 }
        guard isPlain, !user.contains(":") else {
            throw CommandFailure(
                .usage, "'\(user.printable)' is not a valid user name", next: "Write it without colons and line breaks."
            )
        }
        let written = try passwordFile.map { file throws(CommandFailure) in try Self.read(place.absolute(file.path)) }
        let password = written ?? place.environment[Self.variable]
        guard let password, !password.isEmpty else {
            throw CommandFailure(.usage, "the password for '\(user)' is missing", next: next)
        }
        return .init(user: user, password: password)
    }

    /// Returns the first line of the password file. Throws a failure if other users can read the file. Blocks.
    private static func read(_ path: String) throws(CommandFailure) -> String {
        let file = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard file >= 0 else {
            throw CommandFailure(
                .usage, "'\(path)' cannot be read: \(String(cString: strerror(errno)))",
                next: "Give the file whose first line is the password.")
        }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
            throw CommandFailure(
                .usage, "'\(path)' is not a regular file", next: "Give the file whose first line is the password.")
        }
        guard facts.st_mode & 0o077 == 0 else {
            throw CommandFailure(
                .usage,
                "other users can read the password in '\(path)' (mode \(String(facts.st_mode & 0o777, radix: 8)))",
                next: "Protect it: chmod 600 '\(path)'.")
        }
        let bytes: [UInt8]
        do throws(Refusal) { bytes = try RegularFile.content(of: file, path, limit: longest) } catch {
            throw CommandFailure(.usage, error.message, next: "Give the file whose first line is the password.")
        }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }, as: UTF8.self)
    }
}
