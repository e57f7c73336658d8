package import DualCamConfig

/// A failure of the graph: what, where, why, and what to do.
package struct GraphFailure: Error, Sendable, Equatable {
    /// The raw values stand in events and in the ledger, and stay stable.
    package enum Code: String, Sendable, Equatable {
        /// The device is not there, or went away.
        case deviceMissing = "device-missing"
        /// Another process uses it.
        case deviceBusy = "device-busy"
        /// The device does not deliver what was asked for.
        case deviceFormat = "device-format"
        /// An element or its plugin is not installed, or does not open.
        case elementMissing = "element-missing"
        case diskFull = "disk-full"
        case diskFailed = "disk-failed"
        /// The file system takes no larger file.
        case fileTooLarge = "file-too-large"
        case outputNotCreated = "output-not-created"
        case encoderFailed = "encoder-failed"
        /// A state change or an end of stream that did not come in time.
        case timeout
        /// The direction cannot be carried out; nothing has changed.
        case refused
        /// The direction cannot be carried out now, but later.
        case notNow
        case fault
    }

    package var code: Code
    package var branch: BranchID?
    /// The output that is lost by it; `nil`: the whole recording, unless `input` says otherwise.
    package var output: OutputName?
    /// The input that is lost by it, which can come back; then `output` is `nil`.
    package var input: InputName?
    /// The bytes that a file may have at most, with `fileTooLarge`.
    package var fileLimit: Int64?
    /// The files that cannot be made, of outputs that go on in the files that they have.
    package var unmade: [FileRequest] = []
    /// The reason why there is no picture, if one was asked for.
    package var picture: PictureObstacle?
    /// One full sentence for people: what failed and where.
    package var message: String
    /// The remedy, one full sentence; empty when there is nothing to say.
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
