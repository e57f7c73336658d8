/// The version of dualcam.
package enum ProductVersion {
    /// The version, as a semantic version (semver.org).
    package static let current = "0.1.0"
}
