internal import Kernel
internal import YAML

/// A source of sound or pictures of this user's PipeWire server, such as a microphone or a camera.
struct PipeWireNode: Equatable {
    /// The media classes of sources (`media.class`).
    enum Kind: String {
        case sound = "Audio/Source"
        case virtualSound = "Audio/Source/Virtual"
        case picture = "Video/Source"
    }

    var name: String
    var kind: Kind
    /// True for the server's default source of sound.
    var isDefault = false
    /// The node's properties, such as `node.description`.
    var properties: [String: String]

    var title: String { properties["node.description"] ?? properties["node.nick"] ?? name }

    /// The number of the node's sound card (1 for `card1`); `nil` if unknown.
    var card: Int? { (properties["api.alsa.pcm.card"] ?? properties["alsa.card"]).flatMap { Int($0) } }

    /// The delay with which the server delivers the node's sound, in seconds; `nil` if unknown.
    ///
    /// The server leaves a part of the captured sound unread, its headroom, because some drivers report their progress
    /// only in large steps. It is known while the node runs.
    var deliveryDelay: Double? {
        // `node.max-latency` is a fraction of a second, such as 16384/48000.
        guard let headroom = properties["api.alsa.headroom"].flatMap(Double.init),
            let rate = properties["node.max-latency"]?.split(separator: "/").last.flatMap({ Double($0) }), rate > 0
        else { return nil }
        return headroom / rate
    }
}

extension PipeWireNode {
    /// The time limit for an answer of the server, in seconds.
    private static let patience = 3

    /// Returns the sources of this user's PipeWire server, in the server's order; an empty array if no server runs or
    /// the program `pw-dump` is not installed. Blocks.
    ///
    /// GStreamer's device provider for PipeWire is not used, because it is not safe (`Library.initialize`).
    static func list() -> [PipeWireNode] {
        let ended = try? ChildProcess.output(
            of: "/usr/bin/env", ["pw-dump", "--no-colors"], environment: InheritedEnvironment.own, inheriting: .plain,
            isGentle: false, isSilent: true, within: .seconds(patience), most: 1 << 24)
        guard let ended, ended.code == 0 else { return [] }
        return nodes(in: ended.output)
    }

    /// Returns the sources in the output of `pw-dump`; an empty array if it cannot be read. JSON is read as YAML.
    static func nodes(in output: [UInt8]) -> [PipeWireNode] {
        var limits = Limits()
        (limits.bytes, limits.nodes) = (1 << 24, 1 << 20)
        guard let objects = (try? Document(output, limits: limits))?.root.items else { return [] }
        let standard = objects.lazy.compactMap(defaultSource).first
        return objects.compactMap { object in
            guard object["type"]?.text == "PipeWire:Interface:Node", let properties = object["info"]?["props"]?.texts,
                let name = properties["node.name"], let kind = properties["media.class"].flatMap(Kind.init)
            else { return nil }
            return PipeWireNode(name: name, kind: kind, isDefault: name == standard, properties: properties)
        }
    }

    /// Returns the name of the server's default source of sound, if `object` is the list of its defaults.
    private static func defaultSource(_ object: Node) -> String? {
        guard object["props"]?["metadata.name"]?.text == "default" else { return nil }
        let entry = object["metadata"]?.items?.first { $0["key"]?.text == "default.audio.source" }
        return entry?["value"]?["name"]?.text
    }
}

extension Node {
    fileprivate var items: [Node]? {
        if case .sequence(let items) = content { items } else { nil }
    }

    fileprivate var text: String? {
        if case .scalar(let scalar) = content { scalar.text } else { nil }
    }

    /// The scalar values of a mapping.
    fileprivate var texts: [String: String] {
        guard case .mapping(let pairs) = content else { return [:] }
        return pairs.reduce(into: [:]) { texts, pair in
            if let key = pair.key.text, let value = pair.value.text { texts[key] = value }
        }
    }

    fileprivate subscript(key: String) -> Node? {
        guard case .mapping(let pairs) = content else { return nil }
        return pairs.first { $0.key.text == key }?.value
    }
}
