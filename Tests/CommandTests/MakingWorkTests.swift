import DualCamSession
import Testing

@testable import DualCamControl
@testable import dualcam

/// What the interface takes for new files is what the commands take.
@Suite struct MakingWorkTests {
    /// Options that the interface leaves out: where the files go and how it is told is its own affair, and it takes no files in.
    private static let left: Set<String> = [
        "output", "numbered", "unchecked", "json", "edit", "subtitles", "draw-subtitles", "pieces",
    ]

    @Test(arguments: [ComposeCommand.usage, ExportCommand.usage, TrimCommand.usage])
    func argumentsAreOptions(usage: CommandUsage) throws {
        let paths = InterfaceDescription(needsToken: false).json["paths"]
        let route = paths?["/api/v1/sessions/{session}/\(usage.name)"]?["post"]
        let schema = route?["requestBody"]?["content"]?["application/json"]?["schema"]
        let arguments = try #require(schema?["properties"]?.members)
        for argument in arguments {
            let option = try #require(usage.options.first { $0.name == argument.key }, "\(argument.key)")
            let type: JSONValue = option.repeats ? "array" : option.placeholder == nil ? "boolean" : "string"
            #expect(argument.value["type"] == type, "\(argument.key)")
        }
        let offered = Set(arguments.map(\.key))
        #expect(Set(usage.options.map(\.name)).subtracting(Self.left) == offered)
    }
}
