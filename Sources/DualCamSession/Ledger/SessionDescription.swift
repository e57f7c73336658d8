/// What the session is told about itself, for `session.json`.
public struct SessionDescription: Sendable, Equatable {
    /// dualcam's version.
    public var version: String
    /// The pipeline's `name`.
    public var name: String
    public var host: String
    /// The pipeline file's text as run.
    public var pipeline: String
    /// What `--set` and other options changed: `key=value`.
    public var overrides: [String]
    /// What each camera, and each microphone, was found to be, for people.
    public var devices: [Device]
    /// The tracks of sound in every file, by the names of the microphones that are heard in each; none where they have no names.
    public var tracks: [[String]]

    public struct Device: Sendable, Equatable {
        /// A camera's name, `microphone` or `microphone.NAME`.
        public var name: String
        public var device: String

        public init(name: String, device: String) {
            self.name = name
            self.device = device
        }
    }

    public init(
        version: String, name: String, host: String, pipeline: String, overrides: [String] = [], devices: [Device] = [],
        tracks: [[String]] = []
    ) {
        (self.version, self.name, self.host) = (version, name, host)
        (self.pipeline, self.overrides, self.devices, self.tracks) = (pipeline, overrides, devices, tracks)
    }
}
