import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings

@Suite("Session: reading JSON")
struct JSONReaderTests {
    private static let values: [(String, JSONValue)] = [
        ("null", .null), (" true\n", .bool(true)), ("-12", .integer(-12)),
        ("1.25", .seconds(nanoseconds: 1_250_000_000)), ("-0.000000001", .seconds(nanoseconds: -1)),
        ("1795269903.250000001", .seconds(nanoseconds: 1_795_269_903_250_000_001)),
        ("1e3", .seconds(nanoseconds: 1_000_000_000_000)),
        (#""a\"\\\/\n\u00e9\ud83c\udfac🎬""#, "a\"\\/\né🎬🎬"),
        ("[]", .array([])), ("[1, [2]]", .array([.integer(1), .array([.integer(2)])])),
        (#"{ "a" : {}, "b":[ ] }"#, ["a": .object([]), "b": .array([])]),
    ]

    @Test(arguments: values)
    func `values are read to the nanosecond`(text: String, value: JSONValue) throws {
        #expect(try JSONValue(parsing: text) == value)
    }

    private static let faults: [(String, JSONFailure)] = [
        ("", JSONFailure(line: 1, isCut: true)), ("{\n\"a\": [1,\n", JSONFailure(line: 3, isCut: true)),
        ("\"abc", JSONFailure(line: 1, isCut: true)), (#""\u00"#, JSONFailure(line: 1, isCut: true)),
        ("[1 2]", JSONFailure(line: 1, isCut: false)), ("[1,\n]", JSONFailure(line: 2, isCut: false)),
        ("{a:1}", JSONFailure(line: 1, isCut: false)), ("1 1", JSONFailure(line: 1, isCut: false)),
        (#""\ud83c""#, JSONFailure(line: 1, isCut: false)), ("nul", JSONFailure(line: 1, isCut: true)),
        ("1e400", JSONFailure(line: 1, isCut: true)), ("\"a\nb\"", JSONFailure(line: 2, isCut: false)),
        (String(repeating: "[", count: 65), JSONFailure(line: 1, isCut: false)),
    ]

    @Test(arguments: faults)
    func `what is not JSON is refused with its line`(text: String, failure: JSONFailure) {
        #expect(throws: failure) { try JSONValue(parsing: text) }
    }

    @Test func `a ledger with a cut last line, a stranger and a newer kind keeps the rest`() {
        let time = #""time":"2026-11-21T14:05:03.250Z","running-time":1.5"#
        let dropped = #"{\#(time),"kind":"dropped","branch":"back.encoder","output":"back","count":3}"#
        let newer = #"{\#(time),"kind":"teleported","to":"mars"}"#
        let ledger = LedgerText("\(dropped)\n\(newer)\n{\"kind\":\"dropped\"}\n{\(time),\"ki")
        #expect(ledger.entries.map(\.kind) == [.dropped])
        #expect(ledger.entries.first?["count"]?.count == 3)
        #expect(ledger.entries.first?.runningTime?.nanoseconds == 1_500_000_000)
        #expect(ledger.unknownKinds == ["teleported": 1])
        #expect(ledger.damaged == 2)
        #expect(ledger.lines == [dropped, newer])
    }
}
