import DualCamConfig
import DualCamPlan

/// One output of a simulated graph, and the files that it writes.
struct SimulatedOutput {
    /// A file that will begin at a boundary, in recorded time (running time without pauses).
    struct Pending {
        var request: FileRequest
        var boundary: Int64
    }

    let name: OutputName
    var grid: FrameGrid
    /// The index of the next frame.
    var cursor = 0
    var file: (request: FileRequest, inode: Inode)?
    var pending: [Pending] = []
    var share = RateShare.full
    /// True while the output's encoder and files work.
    var isAlive = true
    /// The world's time of the output's last failure, in nanoseconds; `nil` if it has not failed.
    var failedAt: Int64?
    /// True while the output's camera delivers.
    var isFed = true
    /// True while frames are being lost.
    var isDropping = false
    /// True if the camera's driver loses the frames, false if the encoder does.
    var isLostInDriver = false
    /// The number of lost frames that have not been reported yet.
    var untold = 0
    /// The driver's number of the frame with index 0, which may be negative; `nil` if frames have no numbers.
    var firstNumber: Int64?
    /// The index after the previous file's last frame, including frames that were left out after it; `nil` if the
    /// camera has no previous file.
    var counted: Int?
    var frames = 0
    var dropped = 0
    /// The number of files whose end is being written.
    var closing = 0

    var isDone = false
}

/// An input of a simulated graph.
struct SimulatedInput {
    enum State: Equatable {
        case delivering
        /// The device delivers nothing, without an error.
        case silent(since: Int64)
        /// The device has reported that it failed.
        case failed(since: Int64)
        case lost
        case opening
    }

    let name: InputName
    var state = State.delivering
    /// True once the input has delivered something.
    var hasDelivered = false
    /// The world's time from which the device is connected again.
    var isBack: Int64 = 0

    var isLost: Bool { state == .lost || state == .opening }
}
