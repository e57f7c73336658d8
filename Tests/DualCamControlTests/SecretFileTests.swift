import DualCamConfig
import DualCamRecordings
import DualCamTestKit
import Glibc
import Kernel
import Synchronization
import Testing

@testable import DualCamControl

/// The file of the access token: who can read it, and what a power cut leaves of it.
@Suite struct SecretFileTests {
    private let folder: TemporaryFolder
    private let system = SystemWithFaults()

    init() throws { folder = try #require(TemporaryFolder()) }

    private var path: String { folder.path + "/token" }

    @Test(arguments: [0o400, 0o600, 0o700] as [mode_t]) func oneOfThisUserAloneIsRead(mode: mode_t) throws {
        folder.write("0123456789abcdef\n", to: "token")
        #expect(chmod(path, mode) == 0)
        #expect(try AccessToken.read(.file(path), state: folder.path).token == AccessToken("0123456789abcdef"))
    }

    /// A user who can write the file can choose the token.
    @Test(
        arguments: [(0o640, "640"), (0o604, "604"), (0o620, "620"), (0o602, "602"), (0o610, "610")]
            as [(mode_t, String)])
    func oneThatOthersMayOpenIsRefused(mode: mode_t, octal: String) throws {
        folder.write("0123456789abcdef\n", to: "token")
        #expect(chmod(path, mode) == 0)
        let refusal = Refusal(
            "the secret in '\(path)' can be read by others (mode \(octal))", hint: "Close it: chmod 600 '\(path)'.")
        #expect(throws: refusal) { try AccessToken.read(.file(path), state: folder.path) }
    }

    /// A user with access to the folder could replace the token, or read it.
    @Test(arguments: [0o750, 0o710, 0o705, 0o770] as [mode_t]) func aFolderThatOthersMayUseIsRefused(mode: mode_t)
        throws
    {
        let state = folder.path + "/state"
        #expect(mkdir(state, 0o700) == 0 && chmod(state, mode) == 0)
        #expect(throws: Refusal.self) { try AccessToken.read(.on, state: state) }
        #expect(folder.contents == ["state"])
        #expect(chmod(state, 0o700) == 0)
        _ = try AccessToken.read(.on, state: state)
    }

    /// The key of a self-signed certificate.
    @Test(.tags(.process)) func aNewKeyIsForThisUserAlone() throws {
        let mask = umask(0)
        defer { umask(mask) }
        let own = try SelfSigned(for: "127.0.0.1", host: "studio", in: folder.path + "/state")
        var facts = stat()
        #expect(stat(own.key, &facts) == 0 && facts.st_mode & 0o777 == 0o600)
    }

    @Test func aNewTokenIsOnTheDiskBeforeItHasItsName() throws {
        #expect(chmod(folder.path, 0o700) == 0)
        let made = try SystemAccess.$current.withValue(system) { try AccessToken.read(.on, state: folder.path) }
        let draft = "\(path).\(getpid())"
        #expect(
            system.order.withLock { $0 } == [
                "sync \(draft)", "rename \(draft) \(path)", "sync \(path)", "sync \(folder.path)",
            ])
        #expect(folder.contents == ["token"] && folder.text("token") == made.token.text + "\n")
        #expect(try AccessToken.read(.on, state: folder.path).token == made.token)
    }

    /// A power cut must not remove the new folders that contain the file.
    @Test func newFoldersAreOnTheDiskBeforeTheToken() throws {
        let state = folder.path + "/state/dualcam"
        _ = try SystemAccess.$current.withValue(system) { try AccessToken.read(.on, state: state) }
        let order = system.order.withLock { $0 }
        #expect(
            order.prefix(2) == ["sync \(folder.path)", "sync \(folder.path)/state"] && order.count == 6, "\(order)")
        #expect(order.last == "sync \(state)")
    }

    @Test func aTokenThatIsNotOnTheDiskIsNone() {
        #expect(chmod(folder.path, 0o700) == 0)
        system.syncRefusal.withLock { $0 = EIO }
        SystemAccess.$current.withValue(system) {
            _ = #expect(throws: Refusal.self) { try AccessToken.read(.on, state: folder.path) }
        }
        #expect(folder.contents == [])
    }
}
