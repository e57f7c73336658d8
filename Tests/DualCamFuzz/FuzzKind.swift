/// The targets of fuzzing. Each kind is one way in which outside data enters dualcam, followed as far as the data goes.
package enum FuzzKind: String, CaseIterable, Sendable {
    /// The content of a `ledger.jsonl`, beside an unfinished `session.json`.
    case ledger
    /// The content of a `session.json`.
    case manifest
    /// The content of a pipeline file; lines that begin with `#!` override settings, as `--set` does.
    case pipeline
    /// The .cube file of a look's colour table, with which colours are computed.
    case cube
    /// The image file of an overlay, of which the pixels are drawn.
    case picture
    /// Commands as clients send them, one per line: `{"command": ..., "arguments": ...}`.
    case command
    /// Marks and pauses as JSON, which become chapters in mov and mkv files.
    case chapters
    /// The boxes of mov and mp4, the elements of mkv, and the parameter sets and descriptors of cameras.
    case boxes
    /// Heartbeats of a worker to its supervisor, one per line.
    case heartbeat
    /// A JSON text, which is parsed, used, written and parsed again.
    case json
    /// An HTTP request, which is sent with and without the token.
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
