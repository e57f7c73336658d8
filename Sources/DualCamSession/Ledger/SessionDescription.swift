/// The facts about a session that `session.json` repeats.
package struct SessionDescription: Sendable, Equatable {
    /// The version of dualcam.
    package var version: String
    /// The pipeline's `name`.
    package var name: String
    package var host: String
    /// The pipeline file's text as run, without possible secrets.
    package var pipeline: String
    /// The folder to which the file's relative paths refer; `nil` if unknown.
    package var folder: String?
    /// The settings as `key=value` that `--set` and other options changed, and those of the picture that come from
    /// variables.
    package var overrides: [String]
    /// The pictures that are drawn over the combined picture.
    package var images: [PictureFile] = []
    /// The cameras and microphones with the devices that were found for them, for people.
    package var devices: [Device]
    /// The sound tracks in every file, each with the names of its microphones; empty if the microphones have no names.
    package var tracks: [[String]]

    /// A file with which the picture was drawn.
    package struct PictureFile: Sendable, Equatable {
        package var path: String
        /// The SHA-256 of the file's bytes in hexadecimal digits.
        package var digest: String

        package init(path: String, digest: String) { (self.path, self.digest) = (path, digest) }
    }

    /// An input with the device that was found for it.
    package struct Device: Sendable, Equatable {
        /// The name of a camera, `microphone` or `microphone.NAME`.
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
