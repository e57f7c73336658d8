import DualCamSession

/// `dualcam schema`
struct SchemaCommand: Command {
    static let declaration = CommandDeclaration<Self>(
        "schema", "print the JSON Schema of the pipeline file, for editors",
        discussion: """
            An editor with YAML support completes and checks pipeline files by it. The package has it as \
            /usr/share/dualcam/pipeline.schema.json; name that in the first line of a file: \
            # yaml-language-server: $schema=/usr/share/dualcam/pipeline.schema.json
            """)

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        place.output.write(TerminalText(json: PipelineSchema.json.line))
        return .finished
    }
}
