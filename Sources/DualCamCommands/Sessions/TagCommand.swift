import CommandLine
import DualCamConfig
import DualCamProcess
import DualCamRecordings

/// The command `dualcam tag SESSION [TAGS]`, which shows or changes a session's tags and rating.
struct TagCommand: Command {
    var session: DirectoryPath?
    var tags: TagList?
    var removed: TagList?
    var rating: TagRating?
    var json = false

    static let declaration = CommandDeclaration<Self>(
        "tag", "set the tags and the rating of a session",
        discussion: """
            Adds TAGS to the tags of the session; --remove removes some. Without tags and options, prints the tags and \
            the rating. They are stored in the session's folder (.dualcam/tags.json), move with it, and change neither \
            its files nor session.json. 'dualcam sessions' finds the session by --tag and --rating.

            Exit codes: 0 done; 64 SESSION is not a session; 73 its folder cannot be written; 74 it cannot be read.
            """,
        examples: ["tag ~/Videos/DualCam/Lecture_1 lecture,algebra --rating 4", "tag . --remove algebra --rating off"],
        parameters: [
            .required("SESSION", \.session, "the folder of a session", completion: .directory),
            .optional("TAGS", \.tags, "tags, separated by commas"),
        ],
        options: [
            .value("remove", "TAGS", \.removed, "remove these tags"),
            .value("rating", "N", \.rating, "set the rating: 1 to 5, or off"),
            .flag("json", \.json, "print the tags and the rating as a JSON object"),
        ])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        let path = place.absolute(session?.path ?? "")
        let now = try await BlockingCalls.perform { () throws(CommandFailure) in try change(path) }
        if json {
            place.output.write(TerminalText(json: now.json.line))
        } else {
            let words = now.tags + (now.rating.map { ["rated \($0)"] } ?? [])
            place.output.write("\(path): \(words.isEmpty ? "no tags" : words.joined(separator: ", "))\n")
        }
        return .finished
    }

    private func change(_ path: String) throws(CommandFailure) -> SessionTags {
        return try translated { () throws(LibraryFailure) in
            try SessionLibrary.tag(path) { tags in
                tags.remove(removed?.tags ?? [])
                tags.add(self.tags?.tags ?? [])
                if let rating { tags.rating = rating.number }
            }
        }
    }
}

/// The value of an argument with tags for a session, such as `lecture,algebra`.
struct TagList: OptionValue, Equatable {
    var tags: [String]

    init(argument text: String) throws(Refusal) { tags = try SessionTags.list(text) }
}

/// The value of the option `--rating`: a number from 1 to 5, or `off` for no rating.
struct TagRating: OptionValue, Equatable {
    var number: Int?

    static let completion = Completion.words(SessionTags.ratings.map(String.init) + ["off"])

    init(argument text: String) throws(Refusal) {
        number = Int(text)
        guard text == "off" || number.map({ SessionTags.ratings.contains($0) }) ?? false else {
            throw Refusal("'\(text.printable.prefix(60))' is not a rating", hint: "Give a number from 1 to 5, or off.")
        }
    }
}
