/// General facts about a session that are written to its `session.json`, such as its name and devices.
package struct SessionDescription: Sendable, Equatable {
    /// The version of dualcam that records the session.
    package var version: String
    /// The recording's name: the `name` key of the pipeline file.
    package var name: String
    /// The name of the machine that records.
    package var host: String
    /// The text of the pipeline file as it was used for the session, without possible secrets.
    package var pipeline: String
    /// The folder to which relative paths in the pipeline file refer; `nil` if unknown.
    package var folder: String?
    /// The settings that differ from the text of the pipeline file, as `key=value`. These are settings changed by
    /// `--set` and other options, and settings of the combined picture whose values come from variables.
    package var overrides: [String]
    /// The image files that are drawn over the combined picture.
    package var images: [PictureFile] = []
    /// The session's cameras and microphones, each with the device that was found for it, for display.
    package var devices: [Device]
    /// The sound tracks in every file of the session, each as the names of its microphones; empty if the microphones
    /// have no names.
    package var tracks: [[String]]

    /// A file whose content is part of the combined picture, such as an overlay's image.
    package struct PictureFile: Sendable, Equatable {
        /// The path of the file.
        package var path: String
        /// The SHA-256 of the file's content, in hexadecimal digits.
        package var digest: String

        package init(path: String, digest: String) { (self.path, self.digest) = (path, digest) }
    }

    /// A camera or microphone with the device that was found for it.
    package struct Device: Sendable, Equatable {
        /// The input's name: a camera's name, `microphone`, or `microphone.NAME`.
        package var name: String
        /// The device that was found for the input, as text for display.
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
