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
    /// What each camera, and the microphone, was found to be, for people.
    public var devices: [Device]

    public struct Device: Sendable, Equatable {
        /// A camera's name, or `microphone`.
        public var name: String
        public var device: String

        public init(name: String, device: String) {
            self.name = name
            self.device = device
        }
    }

    public init(
        version: String, name: String, host: String, pipeline: String, overrides: [String] = [], devices: [Device] = []
    ) {
        (self.version, self.name, self.host) = (version, name, host)
        (self.pipeline, self.overrides, self.devices) = (pipeline, overrides, devices)
    }
}
