import DualCamConfig
import DualCamPlan
import DualCamRecordings
import DualCamSession
import Soup

/// Functions that encode and decode messages on a preview's WebSocket.
enum PreviewMessage {
    static let version: UInt8 = 1
    /// The length in bytes of the header before each frame.
    static let headLength = 16

    /// Returns a frame as a binary message with a header. The header contains the version and the flags (1: key frame;
    /// 2: earlier frames were skipped), one byte each, and two zero bytes. The frame's number (32 bits) and its running
    /// time in nanoseconds (64 bits) follow, both big-endian.
    static func bytes(of frame: PreviewFrame, isDiscontinuous: Bool) -> [UInt8] {
        var bytes: [UInt8] = [version, (frame.isKey ? 1 : 0) | (isDiscontinuous ? 2 : 0), 0, 0]
        bytes.reserveCapacity(headLength + frame.bytes.count)
        withUnsafeBytes(of: frame.sequence.bigEndian) { bytes += $0 }
        withUnsafeBytes(of: UInt64(clamping: frame.at.nanoseconds).bigEndian) { bytes += $0 }
        return bytes + frame.bytes
    }

    /// Returns the description of a preview as the JSON text `{"source": ..., "width": ..., "height": ...,
    /// "frame-rate": ..., "codec": ...}`. A multiview also has `places`.
    static func text(of description: PreviewDescription, _ request: PreviewRequest) -> String {
        var members: [JSONValue.Member] = [
            .init("source", .string(request.source.word)), .init("width", .count(description.size.width)),
            .init("height", .count(description.size.height)),
            .init("frame-rate", .number(description.rate.framesPerSecond)), .init("codec", .string(description.codec)),
        ]
        if request.source == .multiview {
            let places = description.places.map { place -> JSONValue in
                [
                    "name": .string(place.name), "x": .count(place.area.x), "y": .count(place.area.y),
                    "width": .count(place.area.width), "height": .count(place.area.height),
                ]
            }
            members.append(.init("places", .array(places)))
        }
        return JSONValue.object(members).line
    }

    /// Parses a client's acknowledgement such as `{"ack": 17}` and returns the frame's number; `nil` for any other
    /// text.
    static func acknowledged(by text: String) -> UInt32? {
        guard let members = JSONValue(ifJSON: text)?.members, members.count == 1, members[0].key == "ack" else {
            return nil
        }
        return members[0].value.whole.flatMap { UInt32(exactly: $0) }
    }
}

extension PreviewRequest {
    /// Parses the query of a preview's WebSocket: `source=SOURCE&width=WIDTH`, with an optional `&format=jpeg`.
    init(_ query: [WebField]?) throws(RouteRefusal) {
        let names = (query ?? []).map(\.name).filter { $0 != "format" }.sorted()
        let formats = (query ?? []).filter { $0.name == "format" }.map(\.value)
        guard let query, names == ["source", "width"], formats.count < 2,
            let source = query.first(where: { $0.name == "source" })?.value,
            let word = query.first(where: { $0.name == "width" })?.value
        else {
            throw RouteRefusal(
                .control(.badRequest), "A preview takes the arguments 'source' and 'width', and 'format'.",
                advice: "Write ?source=combined&width=640.")
        }
        guard let width = Int(word).flatMap(Width.init) else {
            let known = Width.allCases.map { "\($0.rawValue)" }
            throw RouteRefusal(
                .control(.badValue), "There is no preview of the width '\(word.prefix(60))'.",
                advice: "There are \(known.enumeration).")
        }
        guard let form = formats.isEmpty ? .h264 : Form(rawValue: formats[0]) else {
            throw RouteRefusal(
                .control(.badValue), "There is no preview of the format '\(formats[0].prefix(60))'.",
                advice: "There are \(Form.allCases.map(\.rawValue).enumeration).")
        }
        self.init(Source(source), width: width, as: form)
    }
}
