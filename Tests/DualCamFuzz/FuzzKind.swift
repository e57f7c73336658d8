/// The targets of fuzzing: each kind is one way from outside into dualcam, taken as far as it goes.
package enum FuzzKind: String, CaseIterable, Sendable {
    /// `ledger.jsonl` beside an unfinished `session.json`.
    case ledger
    /// `session.json`.
    case manifest
    /// The pipeline file; lines that begin with `#!` are laid over it as `--set` would be.
    case pipeline
    /// A look's colour table, up to the colours that it makes.
    case cube
    /// An overlay's picture, up to its pixels.
    case picture
    /// Commands as clients send them, one a line: `{"command": ..., "arguments": ...}`.
    case command
    /// Marks and pauses as JSON, and what they become in files of mov and mkv.
    case chapters
    /// The boxes of mov and mp4, the elements of mkv, and the parameter sets and descriptors of cameras.
    case boxes
    /// The heartbeat of a worker to its supervisor.
    case heartbeat
    /// JSON as such.
    case json
    /// Requests over HTTP, with the token and without.
    case request

    /// Takes one input. A trap is a finding, and so is a call that does not come back.
    ///
    /// - Parameter folder: a folder of this process alone, for inputs that are read from files.
    package func run(_ bytes: [UInt8], in folder: String) {
        switch self {
        case .ledger: SessionFuzz.run(ledger: bytes, in: folder)
        case .manifest: SessionFuzz.run(manifest: bytes, in: folder)
        case .pipeline: PipelineFuzz.run(bytes)
        case .cube: PictureFuzz.run(cube: bytes)
        case .picture: PictureFuzz.run(picture: bytes)
        case .command: StateFuzz.run(commands: bytes)
        case .chapters: ChapterFuzz.run(marks: bytes)
        case .boxes: ChapterFuzz.run(boxes: bytes)
        case .heartbeat: TextFuzz.run(heartbeats: bytes)
        case .json: TextFuzz.run(json: bytes)
        case .request: RequestFuzz.run(bytes, in: folder)
        }
    }
}
