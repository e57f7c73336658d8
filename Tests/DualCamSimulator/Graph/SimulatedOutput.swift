import DualCamConfig
import DualCamPlan

/// One output of a simulated graph, and the files that it writes.
struct SimulatedOutput {
    /// A file that is to begin at a boundary, in recorded time.
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
    /// Its encoder and its files are there.
    var isAlive = true
    /// When it failed last.
    var failedAt: Int64?
    /// Its camera delivers.
    var isFed = true
    /// Frames are being lost before the encoder, or already in the camera's driver; how many have been since that was told last.
    var isDropping = false
    var isLostInDriver = false
    var untold = 0
    /// The number of the frame with index 0 as its camera's driver counts, which may be negative; `nil`: frames have no numbers.
    var firstNumber: Int64?
    /// The index behind the last frame of the file before, with what was left out behind it; `nil`: there is none from this camera.
    var counted: Int?
    var frames = 0
    var dropped = 0
    /// Files of which the muxer writes the end.
    var closing = 0

    var isDone = false
}

/// An input of a simulated graph.
struct SimulatedInput {
    enum State: Equatable {
        case delivering
        /// Nothing comes any more, and nobody says so.
        case silent(since: Int64)
        /// It has said that it failed.
        case failed(since: Int64)
        case lost
        case opening
    }

    let name: InputName
    var state = State.delivering
    /// Something has come from it.
    var hasDelivered = false
    /// The world's time from which on its device is there again.
    var isBack: Int64 = 0

    var isLost: Bool { state == .lost || state == .opening }
}
