internal import CMixer
package import GStreamer

/// GStreamer with dualcam's own elements in it: `dualcammixer`, `dualcamview` and `dualcamintake`.
package enum MixerLibrary {
    /// Sets GStreamer up (`Library.initialize`) and registers the elements for this process. A second call does nothing.
    package static func initialize() throws(LibraryError) {
        try Library.initialize()
        guard dualcam_mixer_register() else {
            throw LibraryError(domain: "dualcam", code: 1, message: "the element dualcammixer could not be registered")
        }
    }
}
