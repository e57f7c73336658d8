/// The facts about a session that `session.json` repeats.
package struct SessionDescription: Sendable, Equatable {
    /// dualcam's version.
    package var version: String
    /// The pipeline's `name`.
    package var name: String
    package var host: String
    /// The pipeline file's text as run, without what may be secret.
    package var pipeline: String
    /// The folder in which the file's relative paths begin; `nil`: not known.
    package var folder: String?
    /// The settings that `--set` and other options changed, and those of the picture that variables gave: `key=value`.
    package var overrides: [String]
    /// The pictures that lie over the combined one.
    package var images: [PictureFile] = []
    /// The cameras and microphones with the devices that were found for them, for people.
    package var devices: [Device]
    /// The tracks of sound in every file, by the names of the microphones that are heard in each; none where they have no names.
    package var tracks: [[String]]

    /// A file that the picture was drawn with.
    package struct PictureFile: Sendable, Equatable {
        package var path: String
        /// SHA-256 of its bytes in hexadecimal digits.
        package var digest: String

        package init(path: String, digest: String) { (self.path, self.digest) = (path, digest) }
    }

    package struct Device: Sendable, Equatable {
        /// A camera's name, `microphone` or `microphone.NAME`.
        package var name: String
        package var device: String

        package init(name: String, device: String) {
            self.name = name
            self.device = device
        }
    }

    package init(
        version: String, name: String, host: String, pipeline: String, overrides: [String] = [], devices: [Device] = [],
        tracks: [[String]] = []
    ) {
        (self.version, self.name, self.host) = (version, name, host)
        (self.pipeline, self.overrides, self.devices, self.tracks) = (pipeline, overrides, devices, tracks)
    }
}
