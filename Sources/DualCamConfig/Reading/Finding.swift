/// One thing wrong with a pipeline, before it is shown with its line.
struct Finding {
    let path: SettingPath
    let origin: Origin
    let refusal: Refusal
    /// The issue in a file that the pipeline refers to.
    var elsewhere: PipelineIssue?

    init(_ path: SettingPath, _ origin: Origin, _ refusal: Refusal) {
        (self.path, self.origin, self.refusal) = (path, origin, refusal)
    }
}
