import DualCamConfig
import DualCamProcess
import Kernel

/// The remote control of rclone (`rclone rc`), through which dualcam changes the bandwidth limit of a running rclone
/// process. It listens on the loopback interface at a port that rclone chooses. It requires a random password that this
/// process generates.
struct RcloneControl: Sendable {
    /// The start of the URL of rclone's remote control, to which the port number is appended.
    static let beginning = "http://127.0.0.1:"
    static let options = ["--rc", "--rc-addr", "127.0.0.1:0"]
    private static let user = "dualcam"
    private static let patience = Duration.seconds(5)

    private let password: String

    init() {
        var random = SystemRandomNumberGenerator()
        password = (0..<4).map { _ in String(random.next() as UInt64, radix: 16) }.joined()
    }

    /// The environment variables that set the remote control's user and password for rclone. Other users cannot read
    /// them.
    var environment: [String: String] { ["RCLONE_RC_USER": Self.user, "RCLONE_RC_PASS": password] }

    /// Formats a bandwidth limit in rclone's notation, in bytes per second; `off` for no limit.
    static func rate(_ limit: Bitrate?) -> String { limit.map { "\(max(1, $0.bitsPerSecond / 8))B" } ?? "off" }

    /// Changes the bandwidth limit of a running rclone process. Returns the reason if that failed, as a sentence; `nil`
    /// on success. Blocks.
    ///
    /// - Parameter address: The URL of the running process's remote control.
    func limit(
        _ limit: Bitrate?, at address: String, by program: String, _ environment: [String: String]
    ) -> String? {
        let own = ["RCLONE_USER": Self.user, "RCLONE_PASS": password]
        do throws(ChildProcess.Refusal) {
            let ended = try ChildProcess.output(
                of: program, ["rc", "--url", address, "core/bwlimit", "rate=\(Self.rate(limit))"],
                environment: environment.merging(own) { $1 }, stranger: "rclone", within: Self.patience)
            return ended.code == 0 ? nil : "rclone did not accept the new limit (code \(ended.code))."
        } catch {
            return "rclone cannot be started."
        }
    }
}
