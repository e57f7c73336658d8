internal import DualCamConfig
internal import DualCamPlan
internal import Glibc

/// The file of a clip, as it was when playback began.
struct ClipFile: Sendable {
    private let path: String
    private let place: String
    private let facts: FileFacts

    /// Reads the file's identity and size, which may block; `nil` if the path does not exist.
    init?(_ path: String) {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        let place = String(cString: real)
        guard let facts = FileFacts(place) else { return nil }
        (self.path, self.place, self.facts) = (path, place, facts)
    }

    /// Returns the failure of `input` if the file has become shorter; `nil` if it has not, or if the file system does
    /// not report its size.
    func cut(_ input: InputName) -> GraphFailure? {
        guard let now = FileFacts(place), now.isSame(as: facts), now.size < facts.size else { return nil }
        return GraphFailure(
            .deviceFormat, branch: .source(input), input: input,
            message: "the clip \(path) became shorter while it was played: \(now.size) of \(facts.size) bytes are left",
            advice:
                "Another process cuts or rewrites it: play a copy that nobody changes. \(input) comes back when the clip can be "
                + "played again.")
    }
}
