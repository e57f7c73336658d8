import DualCamConfig
import DualCamTestKit
import Testing

@testable import DualCamRecordings

@Suite("Session: names")
struct SessionNamesTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var template: String
        var splits = false
        var outputs = ["back", "front"]
        var segment = 0
        var folder: String
        var files: [String]
        var testDescription: String { template }
    }

    @Test(arguments: [
        Row(
            template: "DualCam_{date}_{time}_{output}", folder: "DualCam_20261121_140503",
            files: ["DualCam_20261121_140503_back.mov", "DualCam_20261121_140503_front.mov"]),
        Row(
            template: "DualCam_{date}_{time}_{output}", splits: true, segment: 12, folder: "DualCam_20261121_140503",
            files: ["DualCam_20261121_140503_back_012.mov", "DualCam_20261121_140503_front_012.mov"]),
        Row(template: "{output}-{date}", folder: "20261121", files: ["back-20261121.mov", "front-20261121.mov"]),
        Row(
            template: "{date}_{output}_{time}", folder: "20261121_140503",
            files: ["20261121_back_140503.mov", "20261121_front_140503.mov"]),
        Row(
            template: "{session}_{segment}_{output}", splits: true, segment: 3, folder: "pip",
            files: ["pip_003_back.mov", "pip_003_front.mov"]),
        Row(template: "{output}", folder: "pip", files: ["back.mov", "front.mov"]),
        Row(template: "{host}", folder: "desk-1", files: ["desk-1_back.mov", "desk-1_front.mov"]),
        Row(template: "{host}", outputs: ["back"], folder: "desk-1", files: ["desk-1.mov"]),
        Row(template: "{output}", segment: 1, folder: "pip", files: ["back_001.mov", "front_001.mov"]),
        Row(
            template: "../a/{date}\n_{output}", folder: "_-a-20261121-",
            files: ["_-a-20261121-_back.mov", "_-a-20261121-_front.mov"]),
        Row(
            template: "Q: \"a\\b|c\" <1>*? {output}", outputs: ["back"], folder: "Q- -a-b-c- -1---",
            files: ["Q- -a-b-c- -1--- back.mov"]),
        Row(template: "a{output}. ", outputs: ["back"], folder: "a", files: ["aback.mov"]),
        Row(
            template: "{output}", outputs: ["nul", "com1", "com0"], folder: "pip",
            files: ["_nul.mov", "_com1.mov", "com0.mov"]),
        Row(template: "Aux.{output}", outputs: ["back"], folder: "_Aux", files: ["_Aux.back.mov"]),
        Row(
            template: "{output}", outputs: ["a/b", "a-b", "a-b-2"], folder: "pip",
            files: ["a-b.mov", "a-b-2.mov", "a-b-2-2.mov"]),
    ])
    func `names by template`(_ row: Row) throws {
        let outputs = row.outputs.map(OutputName.init)
        let names = try names(row.template, outputs: outputs, splits: row.splits)
        #expect(names.folder == row.folder)
        #expect(outputs.map { names.files(segment: row.segment)[$0] } == row.files)
    }

    @Test func `a folder that is there gets a number`() throws {
        let names = try names("take", outputs: [back], splits: false)
        #expect((1...3).map(names.folder(attempt:)) == ["take", "take-2", "take-3"])
    }

    @Test(arguments: [
        (
            String(repeating: "é", count: 120),
            "recording.name: '" + String(repeating: "é", count: 120)
                + "' makes names of 251 bytes, and 200 is the most. Shorten it, or the pipeline's name."
        ),
        (
            "a_{dat}",
            "recording.name: 'a_{dat}' has the unknown placeholder '{dat}'. "
                + "Known: {date} {time} {output} {session} {segment} {host}."
        ),
        (
            "a_{date",
            "recording.name: 'a_{date' has a '{' without its '}'. "
                + "Known placeholders: {date} {time} {output} {session} {segment} {host}."
        ),
    ])
    func `a template that is none`(template: String, message: String) {
        let failure = #expect(throws: NameFailure.self) { try names(template, outputs: [back], splits: false) }
        #expect(failure?.description == message)
    }

    private func names(_ template: String, outputs: [OutputName], splits: Bool) throws -> SessionNames {
        try SessionNames(
            template: template, session: "pip", host: "desk/1",
            time: WallTime.utc(1_795_269_903_000_000_000), outputs: outputs,
            splits: splits, container: .mov)
    }
}
