package import CommandLine
package import DualCamProcess
package import DualCamRecordings

/// A request from a client of the HTTP control interface to make new files from a session, with the options of a
/// command.
package struct RenderOrder: Sendable, Equatable {
    /// The commands that make new files from a session, by their names.
    package enum Kind: String, Sendable, CaseIterable {
        case compose, export, trim, dub, stabilise

        /// The options of the command that clients of the HTTP control interface may give.
        package var options: [ArgumentUsage] { usage.options.filter { $0.programValue != nil } }

        private var usage: CommandUsage {
            switch self {
            case .compose: ComposeCommand.usage
            case .export: ExportCommand.usage
            case .trim: TrimCommand.usage
            case .dub: DubCommand.usage
            case .stabilise: StabiliseCommand.usage
            }
        }
    }

    private let kind: Kind
    /// The path of the session's folder.
    private let folder: String
    /// The options, keyed by name: `true` for an option without a value, a list of strings for an option that may be
    /// repeated, and a string for any other option. An option in `texts` may have any other value.
    private let options: JSONValue
    /// The texts of the files that options name on the command line, keyed by the option's name.
    private let texts: [String: String]

    package init(_ kind: Kind, of folder: String, _ options: JSONValue, texts: [String: String] = [:]) {
        (self.kind, self.folder, self.options, self.texts) = (kind, folder, options, texts)
    }

    /// Creates the command. Throws a usage failure if the value of an option is not accepted.
    package func command() throws(CommandFailure) -> any RenderCommand {
        switch kind {
        case .compose: try ComposeCommand(words, texts: texts)
        case .export: try ExportCommand(words, texts: texts)
        case .trim: try TrimCommand(words, texts: texts)
        case .dub: try DubCommand(words, texts: texts)
        case .stabilise: try StabiliseCommand(words, texts: texts)
        }
    }

    /// Checks the options. If the session can be read, also checks them against the session's records. Opens no media
    /// files. Throws the first problem. Blocks.
    package func check(in place: ProcessEnvironment) throws(CommandFailure) {
        let command = try command()
        try command.check(in: place)
        // If the session itself cannot be read, the job reports that when it runs.
        guard SessionFolder.isSession(folder) else { return }
        try checkFiles()
        try command.check(beside: folder, in: place)
    }

    /// Throws a failure if an option names a file that is not in the session's folder. Symbolic links are not allowed,
    /// because they may point to any file. Blocks.
    package func checkFiles() throws(CommandFailure) {
        for member in options.members ?? [] where value(of: member) == .fileName {
            guard let name = member.value.text else { continue }
            let isThere = try translated { () throws(FolderFailure) in try SessionFolder.hasFile(name, in: folder) }
            guard !isThere else { continue }
            throw CommandFailure(
                .usage, naming: "\(option: member.key): the session's folder has no file '\(name)'",
                next: "Copy the recorder's file there.")
        }
    }

    /// The request as the words of a command line. Additional options ensure that new files are made in the session's
    /// folder and never replace existing files.
    private var words: [String] {
        let options = (options.members ?? []).filter { value(of: $0) != .document }.flatMap { member -> [String] in
            switch member.value {
            case .bool(let isGiven): isGiven ? ["--\(member.key)"] : []
            case .array(let list): list.compactMap(\.text).map { "--\(member.key)=\($0)" }
            default:
                member.value.text.map {
                    ["--\(member.key)=\(value(of: member) == .fileName ? "\(folder)/" : "")\($0)"]
                } ?? []
            }
        }
        let place = [.trim, .dub].contains(kind) ? ["--output=\(folder)/\(kind.rawValue)"] : []
        return options + place + ["--numbered", "--json", "--", folder]
    }

    private func value(of member: JSONValue.Member) -> ProgramValue? {
        kind.options.first { $0.name == member.key }?.programValue
    }
}
