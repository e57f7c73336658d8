/// The targets of fuzzing. Each kind is one way in which outside data enters dualcam, followed as far as the data goes.
package enum FuzzKind: String, CaseIterable, Sendable {
    /// `ledger.jsonl` beside an unfinished `session.json`.
    case ledger
    /// `session.json`.
    case manifest
    /// The pipeline file; lines that begin with `#!` override settings, as `--set` does.
    case pipeline
    /// The colour table of a look, up to the colours that it gives.
    case cube
    /// The picture of an overlay, up to its pixels.
    case picture
    /// Commands as clients send them, one per line: `{"command": ..., "arguments": ...}`.
    case command
    /// Marks and pauses as JSON, and the chapters in mov and mkv files that they become.
    case chapters
    /// The boxes of mov and mp4, the elements of mkv, and the parameter sets and descriptors of cameras.
    case boxes
    /// The heartbeat of a worker to its supervisor.
    case heartbeat
    /// JSON texts.
    case json
    /// HTTP requests, with and without the token.
    case request

    /// Processes one input. A trap counts as a finding, and so does a call that does not return.
    ///
    /// - Parameter folder: A folder of this process alone, for inputs that are read from files.
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
