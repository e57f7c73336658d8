internal import DualCamConfig
internal import DualCamPlan
internal import Glibc

/// The file of a clip, as it was when it began to be played.
struct ClipFile: Sendable {
    private let path: String
    private let place: String
    private let facts: FileFacts

    /// Asks the file system, which may block; `nil` when nothing is there.
    init?(_ path: String) {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        let place = String(cString: real)
        guard let facts = FileFacts(place) else { return nil }
        (self.path, self.place, self.facts) = (path, place, facts)
    }

    /// Returns the failure of the input that it plays, if it has become shorter; `nil`: it has not, as far as anybody knows.
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
