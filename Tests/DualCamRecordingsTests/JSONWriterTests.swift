import DualCamTestKit
import Foundation
import Testing

@testable import DualCamRecordings

@Suite("Session: JSON is written")
struct JSONWriterTests {
    @Test(arguments: [
        (JSONValue.null, "null"), (.bool(true), "true"), (.integer(.min), "-9223372036854775808"),
        (.decimal(billionths: 1_250_000_000), "1.25"), (.decimal(billionths: -1), "-0.000000001"),
        (.decimal(billionths: 3_000_000_000), "3.0"), (.string(""), #""""#), (.string(#"a"b\c"#), #""a\"b\\c""#),
        (.string("\u{1}\n\r\t\u{10}\u{1F} é🎬"), #""\u0001\n\r\t\u0010\u001f é🎬""#),
        (.array([.integer(1), .array([]), .object([])]), "[1,[],{}]"),
        (.object([.init("b", .integer(1)), .init("a\n", .null)]), #"{"b":1,"a\n":null}"#),
    ])
    func `a value on one line`(value: JSONValue, line: String) { #expect(value.line == line) }

    /// The characters of a string that is bridged from NSString are not in one piece of memory.
    @Test func `every character comes back`() throws {
        let plain = String((0..<0x300).compactMap(Unicode.Scalar.init).map(Character.init))
        let bridged = NSString(string: plain + "🎬") as String
        for text in [plain, bridged] {
            #expect(try JSONValue(parsing: JSONValue.string(text).line) == .string(text))
            let read =
                try JSONSerialization.jsonObject(with: Data("[\(JSONValue.string(text).line)]".utf8)) as? [String]
            #expect(read == [text])
        }
    }

    @Test func `several values with what stands between them`() {
        var writer = JSONWriter()
        writer.write(.integer(1))
        writer.add(",")
        writer.write(.string("b"))
        #expect(writer.text == #"1,"b""#)
    }
}
