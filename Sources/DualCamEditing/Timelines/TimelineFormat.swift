import DualCamRecordings

/// A file format for timelines of video editors. The raw value is the file name extension.
package enum TimelineFormat: String, Sendable, CaseIterable {
    /// OpenTimelineIO JSON, for DaVinci Resolve, Kdenlive, and Premiere with a plug-in.
    case otio
    /// Final Cut Pro XML 1.8, for Final Cut Pro and DaVinci Resolve.
    case fcpxml
    /// An edit decision list (CMX 3600), which contains only the cuts between main cameras, for nearly all editors.
    case edl
    /// MLT XML, for Kdenlive, Shotcut and `melt`.
    case kdenlive

    /// Returns the content of a file in this format that describes the timeline.
    func text(of timeline: EditTimeline) -> String {
        switch self {
        case .otio: timeline.openTimeline
        case .fcpxml: timeline.finalCut
        case .edl: timeline.editDecisionList
        case .kdenlive: timeline.melt
        }
    }
}

extension EditTimeline {
    /// The video tracks, from the lowest to the uppermost: one for each output and, above them, the edited programme if
    /// it has any cuts.
    var pictures: [Track] { tracks + (cut.count > 1 ? [Track(clips: cut)] : []) }

    /// The recorded files of the timeline in full length, each listed once, in the order of their tracks.
    var files: [Clip] {
        tracks.flatMap(\.clips).map { clip in
            var whole = clip
            whole.length = whole.available
            return whole
        }
    }
}

extension EditTimeline.Clip {
    /// The clip's path as a URL: `file:///films/take%201/back.mov`, or `take%201/back.mov` for a relative path.
    var address: String {
        let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
        return (path.hasPrefix("/") ? "file://" : "")
            + path.utf8.map { byte in
                plain.contains(byte)
                    ? String(UnicodeScalar(byte)) : "%" + Wording.padded(byte, to: 2, radix: 16).uppercased()
            }.joined()
    }
}

extension EditTimeline.Track {
    /// The clips of the track, each with `rest`, the number of empty frames between the previous clip and this one.
    var items: [(rest: Int, clip: EditTimeline.Clip)] {
        var end = 0
        return clips.map { clip in
            defer { end = clip.end }
            return (clip.place - end, clip)
        }
    }
}

/// An XML document that is built line by line.
struct XMLText: Sendable {
    private(set) var text: String
    private var open: [String] = []

    init(_ head: String...) {
        text = (["<?xml version=\"1.0\" encoding=\"UTF-8\"?>"] + head).joined(separator: "\n") + "\n"
    }

    /// Adds an XML element without content.
    mutating func add(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:]) {
        line("<\(name)\(Self.text(attributes))/>")
    }

    mutating func add(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:], text: String) {
        line("<\(name)\(Self.text(attributes))>\(Self.escaped(text))</\(name)>")
    }

    /// Begins an XML element. It contains everything that is added before the matching `end`.
    mutating func begin(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:]) {
        line("<\(name)\(Self.text(attributes))>")
        open.append(name)
    }

    mutating func end() {
        guard let name = open.popLast() else { return }
        line("</\(name)>")
    }

    private mutating func line(_ line: String) {
        text += String(repeating: "  ", count: open.count) + line + "\n"
    }

    private static func text(_ attributes: KeyValuePairs<String, String?>) -> String {
        attributes.map { name, value in value.map { " \(name)=\"\(escaped($0))\"" } ?? "" }.joined()
    }

    /// Returns the text with XML escapes. Characters that XML 1.0 cannot contain are replaced by U+FFFD.
    private static func escaped(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\n": escaped += "&#10;"
            case "\t": escaped += "&#9;"
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: escaped += "\u{FFFD}"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }
}
