import DualCamPlan
import Testing

@testable import DualCamControl

/// A table of which preview frame is sent to which client.
@Suite struct PreviewFanoutTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var scenario: String
        /// `K`: a key frame; `.`: another frame; `!`: a frame that is lost; `+A`: client A connects; `-A`: it leaves;
        /// `A7`: it acknowledges frame 7.
        var events: String
        /// The frames that each client gets, in order; `~` before a frame: frames before it were left out.
        var deliveries: String
        var testDescription: String { scenario }
    }

    private static func frames(_ count: Int) -> String { String(repeating: ". ", count: count) }

    static let rows = [
        Row(scenario: "nobody watches", events: "K . .", deliveries: ""),
        Row(scenario: "a frame goes to all", events: "+A +B K A0 B0 .", deliveries: "A0 B0 A1 B1"),
        Row(scenario: "who comes before a key frame waits for it", events: ". . +A . K .", deliveries: "A3 A4"),
        Row(
            scenario: "who joins gets the group as far as it has come", events: "K . . +A .", deliveries: "A0 A1 A2 A3"),
        Row(scenario: "only the newest group", events: "K . K . +A .", deliveries: "A2 A3 A4"),
        Row(
            scenario: "eight are not acknowledged, and no more", events: "+A K " + frames(12),
            deliveries: "A0 A1 A2 A3 A4 A5 A6 A7"),
        Row(
            scenario: "an acknowledgement counts for all before it", events: "+A K " + frames(12) + "A2",
            deliveries: "A0 A1 A2 A3 A4 A5 A6 A7 A8 A9 A10"),
        Row(
            scenario: "one that comes late does no harm", events: "+A K . . A2 A0 A2 .", deliveries: "A0 A1 A2 A3"),
        Row(
            scenario: "who is slow goes on with the newest group", events: "+A K " + frames(9) + "K . A7 A10",
            deliveries: "A0 A1 A2 A3 A4 A5 A6 A7 ~A10 A11"),
        Row(
            scenario: "who acknowledges nothing holds up nobody",
            events: "+A +B K " + frames(7) + "B7 " + frames(2) + "K",
            deliveries: "A0 B0 A1 B1 A2 B2 A3 B3 A4 B4 A5 B5 A6 B6 A7 B7 B8 B9 B10"),
        Row(
            scenario: "a group with a hole is of no use", events: "+A K . ! . . K", deliveries: "A0 A1 ~A5"),
        Row(scenario: "who has gone gets nothing", events: "+A +B K -A .", deliveries: "A0 B0 B1"),
        Row(scenario: "a frame that was not sent cannot be acknowledged", events: "+A K A3", deliveries: "A0 A?"),
        Row(scenario: "nor by somebody who had none", events: "K A0", deliveries: "A?"),
    ]

    @Test(arguments: rows) func whatGoesToWhom(_ row: Row) throws {
        #expect(try Self.play(row.events, from: 0) == row.deliveries)
    }

    /// The numbers of frames have 32 bits and begin at 0 again.
    @Test(arguments: rows) func numbersMayBeginAgain(_ row: Row) throws {
        #expect(try Self.play(row.events, from: .max - 4) == row.deliveries)
    }

    private static func play(_ events: String, from first: UInt32) throws -> String {
        var (fanout, next, told) = (PreviewFanout(), first, [String]())
        func tell(_ deliveries: [PreviewFanout.Delivery]?, to name: Character) {
            guard let deliveries else { return told.append("\(name)?") }
            told += deliveries.map { delivery in
                let name = Character(Unicode.Scalar(UInt8(delivery.watcher)))
                return "\(delivery.isDiscontinuous ? "~" : "")\(name)\(delivery.frame.sequence &- first)"
            }
        }
        for event in events.split(separator: " ") {
            let name = try #require(event.last.flatMap(\.asciiValue))
            switch event.first {
            case "K", ".":
                let frame = PreviewFrame(
                    sequence: next, isKey: event == "K", at: RunningTime(nanoseconds: 0), bytes: [1])
                next &+= 1
                tell(fanout.handle(frame), to: " ")
            case "!": next &+= 1
            case "+": tell(fanout.join(Int(name)), to: " ")
            case "-": fanout.leave(Int(name))
            default:
                let watcher = try #require(event.first)
                let number = first &+ (try #require(UInt32(event.dropFirst())))
                tell(fanout.acknowledge(number, by: Int(try #require(watcher.asciiValue))), to: watcher)
            }
        }
        return told.joined(separator: " ")
    }

    @Test func aFrameHasAHead() {
        let frame = PreviewFrame(
            sequence: 0x0102_0304, isKey: true, at: RunningTime(nanoseconds: 0x0506), bytes: [0, 0, 1])
        let head: [UInt8] = [1, 3, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 5, 6]
        #expect(PreviewMessage.bytes(of: frame, isDiscontinuous: true) == head + [0, 0, 1])
        #expect(PreviewMessage.headLength == head.count)
    }

    @Test(arguments: [
        (#"{"ack":7}"#, UInt32?(7)), (#"{"ack":-1}"#, nil), (#"{"ack":"7"}"#, nil), (#"{"ack":7,"b":1}"#, nil),
        ("7", nil), ("", nil), (#"{"ack":4294967296}"#, nil),
    ])
    func acknowledgementsAreRead(_ text: String, _ number: UInt32?) {
        #expect(PreviewMessage.acknowledged(by: text) == number)
    }
}
