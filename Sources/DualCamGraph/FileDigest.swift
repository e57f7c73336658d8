internal import GStreamer
public import DualCamPlan

/// The digest that `session.json` lists with every file.
public enum FileDigest {
    /// SHA-256 as 64 hexadecimal digits.
    public static func sha256(of bytes: [UInt8]) -> String { GStreamer.sha256(of: bytes) }

    /// The same of a file. Blocks while the file is read. Throws `diskFailed` with the system's reason.
    public static func sha256(_ path: String) throws(GraphFailure) -> String {
        do throws(SystemError) {
            return try GStreamer.sha256(ofFile: path)
        } catch {
            throw GraphFailure(.diskFailed, message: "\(path) cannot be read again: \(error.message)")
        }
    }
}
