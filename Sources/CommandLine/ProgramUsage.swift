/// The description of a program with commands. Help, manual page and completions are generated from it.
package struct ProgramUsage: Sendable, Equatable {
    /// A group of commands that the help and the manual page list together.
    package struct Group: Sendable, Equatable {
        /// The group's title in the help.
        package var title: String
        /// The group's title in the manual page.
        package var section: String
        package var commands: [CommandUsage]

        package init(title: String, section: String, commands: [CommandUsage]) {
            (self.title, self.section, self.commands) = (title, section, commands)
        }
    }

    package var name: String
    package var version: String
    /// The description of the program in one line, without a full stop.
    package var summary: String
    /// The first paragraph of the program's help.
    package var introduction: String
    /// The last paragraph of the program's help.
    package var closing: String
    /// The program's description in the manual page, as roff text.
    package var description: String
    /// The example in the manual page: the words that follow the program's name.
    package var example: String
    /// The groups of commands, in the order of the help and of the manual page.
    package var groups: [Group]

    package init(
        name: String, version: String, summary: String, introduction: String, closing: String, description: String,
        example: String, groups: [Group]
    ) {
        (self.name, self.version, self.summary) = (name, version, summary)
        (self.introduction, self.closing) = (introduction, closing)
        (self.description, self.example, self.groups) = (description, example, groups)
    }

    /// The commands of all groups, in the order of the groups.
    package var commands: [CommandUsage] { groups.flatMap(\.commands) }
}
