internal import DualCamConfig
internal import DualCamPlan
internal import Glibc

/// The identity of a clip's file, and the file's size when playback began.
struct ClipFile: Sendable {
    private let path: String
    private let place: String
    private let facts: FileFacts

    /// Reads the identity and size of the clip's file, which may block. Returns `nil` if the path does not exist.
    init?(_ path: String) {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        let place = String(cString: real)
        guard let facts = FileFacts(place) else { return nil }
        (self.path, self.place, self.facts) = (path, place, facts)
    }

    /// Returns an error that names `input` if the clip's file has become shorter since playback began. Returns `nil` if
    /// it has not, or if its size is unknown.
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
