import DualCamConfig

/// rclone's remote control (`rclone rc`), by which a call that is under way gets another limit. It listens on loopback, at a port of its own
/// choice; only who knows the password that this process has made up may say anything to it.
struct RcloneControl: Sendable {
    /// The beginning of its address.
    static let beginning = "http://127.0.0.1:"
    static let options = ["--rc", "--rc-addr", "127.0.0.1:0"]
    private static let user = "dualcam"
    private static let patience = Duration.seconds(5)

    private let password: String

    init() {
        var random = SystemRandomNumberGenerator()
        password = (0..<4).map { _ in String(random.next() as UInt64, radix: 16) }.joined()
    }

    /// The environment of what is controlled. What stands there, other users cannot read.
    var environment: [String: String] { ["RCLONE_RC_USER": Self.user, "RCLONE_RC_PASS": password] }

    /// Bytes a second, as rclone reads them.
    static func rate(_ limit: Bitrate?) -> String { limit.map { "\(max(1, $0.bitsPerSecond / 8))B" } ?? "off" }

    /// Gives a call another limit. Returns why it has not got it. Blocks.
    func limit(
        _ limit: Bitrate?, at address: String, by program: String, _ environment: [String: String]
    ) -> String? {
        let own = ["RCLONE_USER": Self.user, "RCLONE_PASS": password]
        do throws(ChildProcess.Refusal) {
            let ended = try ChildProcess.output(
                of: program, ["rc", "--url", address, "core/bwlimit", "rate=\(Self.rate(limit))"],
                environment: environment.merging(own) { $1 }, stranger: "rclone", within: Self.patience)
            return ended.code == 0 ? nil : "rclone does not take another limit (code \(ended.code))."
        } catch {
            return "rclone cannot be started."
        }
    }
}
