internal import CMixer
package import GStreamer

/// The GStreamer library, extended by dualcam's own elements: `dualcammixer`, `dualcamview` and `dualcamintake`.
package enum MixerLibrary {
    /// Initialises GStreamer (`Library.initialize`) and registers dualcam's own elements in this process. Does nothing
    /// if called again.
    package static func initialize() throws(LibraryError) {
        try Library.initialize()
        guard dualcam_mixer_register() else {
            throw LibraryError(domain: "dualcam", code: 1, message: "the element dualcammixer could not be registered")
        }
    }
}
