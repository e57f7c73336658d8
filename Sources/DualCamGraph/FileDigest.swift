internal import GStreamer
package import DualCamPlan

/// The digest that `session.json` lists with every file.
package enum FileDigest {
    /// SHA-256 as 64 hexadecimal digits.
    package static func sha256(of bytes: [UInt8]) -> String { GStreamer.sha256(of: bytes) }

    /// Returns the digest of a file. Blocks while the file is read. Throws `diskFailed` with the system's reason.
    package static func sha256(_ path: String) throws(GraphFailure) -> String {
        do throws(SystemError) {
            return try GStreamer.sha256(ofFile: path)
        } catch {
            throw GraphFailure(.diskFailed, message: "\(path) cannot be read again: \(error.message)")
        }
    }
}
