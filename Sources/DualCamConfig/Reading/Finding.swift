/// One thing wrong with a pipeline, before it is shown with its line.
struct Finding {
    let path: SettingPath
    let origin: Origin
    let refusal: Refusal

    init(_ path: SettingPath, _ origin: Origin, _ refusal: Refusal) {
        (self.path, self.origin, self.refusal) = (path, origin, refusal)
    }
}
