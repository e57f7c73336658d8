/// What a worker is to record, as its supervisor tells it first of all.
struct WorkerOrder: Codable, Sendable, Equatable {
    /// The pipeline file, and what is over it.
    var request: PipelineRequest
    var json = false
    var quiet = false
    var log: LogStyle?
    /// It stands by between takes.
    var serves = false
    /// The first take begins at once.
    var records = false
    /// The folder of a session that is to go on; `nil` begins one.
    var resume: String?
    /// The continuation of a recording whose session's folder was lost.
    var continuation: Relocation.Continuation?
    /// Recording processes that followed a lost one, until this one.
    var restarts = 0

    /// Something has been recorded before.
    var goesOn: Bool { resume != nil || continuation != nil }
}
