import DualCamConfig
import DualCamSession
import DualCamTestKit
import Glibc
import Kernel
import Synchronization
import Testing

@testable import DualCamControl

/// The file of the access token: who may read it, and what a power cut leaves of it.
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

    /// Whoever can write into it can choose the token.
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

    /// With the file, a power cut may take the folders in which it lies.
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
