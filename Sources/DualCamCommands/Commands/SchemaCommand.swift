import CommandLine
import DualCamControl
import DualCamProcess
import DualCamRecordings
import DualCamWorker

/// The `dualcam schema` command, which prints the JSON schema of the pipeline file.
struct SchemaCommand: Command {
    var isOfInterface = false

    static let declaration = CommandDeclaration<Self>(
        "schema", "print the JSON Schema of the pipeline file, for editors",
        discussion: """
            An editor with YAML support completes and checks pipeline files by it. The package has it as \
            /usr/share/dualcam/pipeline.schema.json; name that in the first line of a file: \
            # yaml-language-server: $schema=/usr/share/dualcam/pipeline.schema.json
            """,
        options: [
            .flag(
                "http", \.isOfInterface,
                "print the OpenAPI description of the HTTP interface instead, as /api/v1/openapi.json has it")
        ])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        place.output.write(
            TerminalText(
                json: (isOfInterface ? InterfaceDescription(needsToken: true).json : PipelineSchema.json).line))
        return .finished
    }
}
