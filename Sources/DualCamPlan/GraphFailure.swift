package import DualCamConfig

/// A failure of the recording's graph: its place in the graph, its cause and its remedy.
package struct GraphFailure: Error, Sendable, Equatable {
    /// The kinds of a graph's failures. The raw values are written to events and to the ledger, and must not change.
    package enum Code: String, Sendable, Equatable {
        /// A camera's or microphone's device is missing or was disconnected.
        case deviceMissing = "device-missing"
        /// Another process uses the device.
        case deviceBusy = "device-busy"
        /// The device does not deliver the requested format.
        case deviceFormat = "device-format"
        /// An element or its plugin is not installed, or the element cannot be opened.
        case elementMissing = "element-missing"
        case diskFull = "disk-full"
        case diskFailed = "disk-failed"
        /// The file system does not allow a file of this size.
        case fileTooLarge = "file-too-large"
        case outputNotCreated = "output-not-created"
        case encoderFailed = "encoder-failed"
        /// A state change or an end of stream did not complete in time.
        case timeout
        /// A change of the running recording cannot be carried out; nothing has changed.
        case refused
        /// A change of the running recording cannot be carried out now, but may succeed later.
        case notNow
        case fault
    }

    package var code: Code
    package var branch: BranchID?
    /// The output that ends because of the failure; `nil` if the whole recording ends, unless `input` is set.
    package var output: OutputName?
    /// The input that the failure interrupts and that may return; `output` is then `nil`.
    package var input: InputName?
    /// The maximum size of a file in bytes, set if the failure is `fileTooLarge`.
    package var fileLimit: Int64?
    /// The requested files that cannot be created. Their outputs continue in the files that are open.
    package var unmade: [FileRequest] = []
    /// The reason why no picture is available, set if a snapshot was requested.
    package var picture: PictureObstacle?
    /// The failure as one full sentence for users: what failed and where.
    package var message: String
    /// The remedy for the failure as one full sentence; empty if none is known.
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
