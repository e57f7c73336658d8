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
        "tag", "give a recorded session tags and a rating",
        discussion: """
            TAGS are added to those that the session has; --remove takes some away. Without any of these, tells what it has. \
            They lie in the session's folder (.dualcam/tags.json), go with it, and change neither its files nor session.json. \
            'dualcam sessions --tag' and '--rating' find it by them.

            Exit codes: 0 done; 64 SESSION is none; 73 its folder cannot be written; 74 it cannot be read.
            """,
        examples: ["tag ~/Videos/DualCam/Lecture_1 lecture,algebra --rating 4", "tag . --remove algebra --rating off"],
        parameters: [
            .required("SESSION", \.session, "the folder of a session", completion: .directory),
            .optional("TAGS", \.tags, "tags with commas between them"),
        ],
        options: [
            .value("remove", "TAGS", \.removed, "take these tags away"),
            .value("rating", "N", \.rating, "1 to 5, or off for none"),
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
            throw Refusal("'\(text.printable.prefix(60))' is no rating", hint: "Give a number from 1 to 5, or off.")
        }
    }
}
