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
            Editors with YAML support use the schema to complete and check pipeline files. The package installs it as \
            /usr/share/dualcam/pipeline.schema.json. To use it, make this the first line of a file: # \
            yaml-language-server: $schema=/usr/share/dualcam/pipeline.schema.json
            """,
        options: [
            .flag(
                "http", \.isOfInterface,
                "print the OpenAPI description of the HTTP interface instead, as at /api/v1/openapi.json")
        ])

    func run(in place: ProcessEnvironment) async throws(CommandFailure) -> ExitCode {
        place.output.write(
            TerminalText(
                json: (isOfInterface ? InterfaceDescription(needsToken: true).json : PipelineSchema.json).line))
        return .finished
    }
}
