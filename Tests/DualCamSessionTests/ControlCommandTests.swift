import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite struct ControlCommandTests {
    @Test("Every command's example is taken", arguments: ControlCommand.Name.allCases)
    func examples(_ name: ControlCommand.Name) throws {
        let form = name.schema
        #expect(try ControlCommand(named: name.rawValue, form.example).name == name)
        #expect(Set(form.parameters.map(\.name)).count == form.parameters.count)
    }

    @Test(
        "What is wrong with a command is said",
        arguments: [
            ("layot", "{}", "There is no command 'layot'. Did you mean 'layout'?"),
            (
                "layout", "[]",
                "The arguments of layout are not a JSON object. Send one, as in {\"layout\":\"stacked\"}."
            ),
            ("layout", "{}", "layout needs its argument 'layout'. Send it, as in {\"layout\":\"stacked\"}."),
            (
                "layout", "{\"layout\":3}",
                "layout: 'layout' must be a string, not 3. Send it as in {\"layout\":\"stacked\"}."
            ),
            ("pause", "{\"a\":1}", "pause has no argument 'a'. It takes none."),
            (
                "zoom", "{\"camera\":\"back\",\"factr\":2}", "zoom has no argument 'factr'. Did you mean 'factor'?"
            ),
            (
                "zoom", "{\"camera\":\"back\",\"factor\":11.5}",
                "zoom: 'factor' must be a number from 0.5 to 10.0, not 11.5. Send it as in {\"factor\":2}."
            ),
            ("mute", "{\"on\":true,\"on\":false}", "mute has its argument 'on' twice."),
        ])
    func refusals(_ word: String, _ arguments: String, _ text: String) throws {
        let value = try JSONValue(parsing: arguments)
        let refusal = try #require(throws: ControlRefusal.self) { try ControlCommand(named: word, value) }
        #expect(Sentence.joined(refusal.message, refusal.advice) == text)
    }

    /// The limit is that of the pipeline file.
    @Test("A text that is too long is refused without being shown", arguments: ["overlay", "mark", "layout", "inset"])
    func tooLong(_ word: String) throws {
        let key = ["overlay": "text", "mark": "text", "layout": "layout", "inset": "position"][word, default: ""]
        let arguments: (Int) -> JSONValue = { length in
            let text = JSONValue.string(String(repeating: "é", count: length))
            return word == "overlay" ? ["overlay": "a", "text": text] : .object([.init(key, text)])
        }
        let refusal = try #require(throws: ControlRefusal.self) {
            try ControlCommand(named: word, arguments(TextLimit.text + 1))
        }
        #expect(refusal.message == "\(word): '\(key)' is too long: 4097 characters.")
        if ["overlay", "mark"].contains(word) { _ = try ControlCommand(named: word, arguments(TextLimit.text)) }
    }

    @Test("The last word on a key counts")
    func settings() {
        let old = [Setting("combined.layout", "pip"), Setting("combined.inset.position.x", "5%")]
        let new = old.merged(with: [
            Setting("combined.inset.position", "center"), Setting("combined.layout", "grid"),
        ])
        #expect(
            new.map(\.override) == ["combined.inset.position=center", "combined.layout=grid"])
    }
}
