package import DualCamConfig

/// A failure of the graph: the place, the cause and the remedy.
package struct GraphFailure: Error, Sendable, Equatable {
    /// The kinds of failure. The raw values are written to events and to the ledger, and must not change.
    package enum Code: String, Sendable, Equatable {
        /// The device is missing or went away.
        case deviceMissing = "device-missing"
        /// Another process uses the device.
        case deviceBusy = "device-busy"
        /// The device does not deliver the requested format.
        case deviceFormat = "device-format"
        /// An element or its plugin is not installed, or the element cannot be opened.
        case elementMissing = "element-missing"
        case diskFull = "disk-full"
        case diskFailed = "disk-failed"
        /// The file system does not allow a larger file.
        case fileTooLarge = "file-too-large"
        case outputNotCreated = "output-not-created"
        case encoderFailed = "encoder-failed"
        /// A state change or an end of stream did not complete in time.
        case timeout
        /// The direction cannot be carried out; nothing has changed.
        case refused
        /// The direction cannot be carried out now, but may succeed later.
        case notNow
        case fault
    }

    package var code: Code
    package var branch: BranchID?
    /// The output that the failure ends; `nil`: the whole recording, unless `input` is set.
    package var output: OutputName?
    /// The input that is lost and may return; `output` is then `nil`.
    package var input: InputName?
    /// The maximum size of a file in bytes, set with `fileTooLarge`.
    package var fileLimit: Int64?
    /// The files that cannot be created. Their outputs continue in the files that are open.
    package var unmade: [FileRequest] = []
    /// The reason why no picture is available, if a snapshot was requested.
    package var picture: PictureObstacle?
    /// One full sentence for people: what failed and where.
    package var message: String
    /// The remedy as one full sentence; empty if none is known.
    package var advice: String

    package init(
        _ code: Code, branch: BranchID? = nil, output: OutputName? = nil, input: InputName? = nil,
        picture: PictureObstacle? = nil, message: String, advice: String = ""
    ) {
        self.picture = picture
        (self.code, self.branch, self.output, self.input) = (code, branch, output, input)
        (self.message, self.advice) = (message, advice)
    }
}
