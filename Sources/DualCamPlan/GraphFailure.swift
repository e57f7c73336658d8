package import DualCamConfig

/// A failure of the recording's graph: the affected part of the graph, the cause, and advice on what to do.
package struct GraphFailure: Error, Sendable, Equatable {
    /// The kind of a failure. The raw values are written to events and to the ledger, and must not change.
    package enum Code: String, Sendable, Equatable {
        /// The device of a camera or a microphone is missing or was disconnected.
        case deviceMissing = "device-missing"
        /// Another process is using the device.
        case deviceBusy = "device-busy"
        /// The device does not offer the requested format.
        case deviceFormat = "device-format"
        /// An element or its plugin is not installed, or the element cannot be opened.
        case elementMissing = "element-missing"
        case diskFull = "disk-full"
        case diskFailed = "disk-failed"
        /// The file system does not allow files of the required size.
        case fileTooLarge = "file-too-large"
        case outputNotCreated = "output-not-created"
        case encoderFailed = "encoder-failed"
        /// A state change or the end of a stream was not completed in time.
        case timeout
        /// The requested change to the running recording is not possible. Nothing was changed.
        case refused
        /// The requested change to the running recording is not possible at the moment, but may succeed later.
        case notNow
        case fault
    }

    package var code: Code
    package var branch: BranchID?
    /// The output that ends because of the failure. If both `output` and `input` are `nil`, the whole recording ends.
    package var output: OutputName?
    /// The input that is interrupted by the failure and may return; `output` is then `nil`.
    package var input: InputName?
    /// The maximum size in bytes of a file on the file system, if the failure is `fileTooLarge`; otherwise `nil`.
    package var fileLimit: Int64?
    /// The requested files that could not be created. Each affected output continues to record to its current file.
    package var unmade: [FileRequest] = []
    /// The reason why no picture is available, if the failure answers a snapshot request; otherwise `nil`.
    package var picture: PictureObstacle?
    /// A full sentence for users that says what failed and where.
    package var message: String
    /// Advice for users on how to remove the cause of the failure, as a full sentence; empty if there is no advice.
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
