internal import Glibc
internal import Kernel
internal import YAML

/// A source of sound or pictures of this user's PipeWire server, such as a microphone or a camera.
package struct PipeWireNode: Equatable {
    /// The media classes of sources (`media.class`).
    enum Kind: String {
        case sound = "Audio/Source"
        case virtualSound = "Audio/Source/Virtual"
        case picture = "Video/Source"
    }

    package var name: String
    var kind: Kind
    /// True for the server's default source of sound.
    package var isDefault = false
    /// The node's properties, such as `node.description`.
    package var properties: [String: String]

    /// Returns true if `text`, from a pipeline file, is this node's name or serial number.
    package func isNamed(_ text: String) -> Bool { text == name || text == properties["object.serial"] }

    var title: String { properties["node.description"] ?? properties["node.nick"] ?? name }

    /// The number of the node's sound card (1 for `card1`); `nil` if unknown.
    var card: Int? { (properties["api.alsa.pcm.card"] ?? properties["alsa.card"]).flatMap { Int($0) } }

    /// The delay with which the server delivers the node's sound, in seconds; `nil` if unknown.
    ///
    /// The server leaves the newest part of the captured sound, the headroom, unread, because some drivers report their
    /// progress only in large steps. The headroom is known only while the node runs.
    package var deliveryDelay: Double? {
        // `node.max-latency` is a fraction of a second, such as 16384/48000.
        guard let headroom = properties["api.alsa.headroom"].flatMap(Double.init),
            let rate = properties["node.max-latency"]?.split(separator: "/").last.flatMap({ Double($0) }), rate > 0
        else { return nil }
        return headroom / rate
    }
}

extension PipeWireNode {
    /// Returns the sources of this user's PipeWire server, in the server's order. `gap` is the reason why they are
    /// unknown; `nil` if they are known, or if no server runs. Blocks for at most ten seconds.
    ///
    /// GStreamer's device provider for PipeWire is not used, because it corrupts the heap (`Registry`).
    package static func ask() -> (nodes: [PipeWireNode], gap: SoundSources.Gap?) {
        let dump = asked()
        return (dump.output.map(nodes) ?? [], dump.gap)
    }

    /// Returns true if the server has a node of this name or number; `nil` if the server cannot be queried. The node
    /// need not belong to a device: a shared screen also has a node. Blocks for at most ten seconds.
    static func exists(_ name: String) -> Bool? {
        guard let output = asked().output, let objects = objects(in: output) else { return nil }
        return objects.contains { object in
            let properties = object["info"]?["props"]?.texts ?? [:]
            return object["type"]?.text == type
                && [object["id"]?.text, properties["node.name"], properties["object.serial"]].contains(name)
        }
    }

    private static let type = "PipeWire:Interface:Node"

    /// Returns the output of `pw-dump`, or `nil` and the reason (`gap`) if the server cannot be queried. `gap` is `nil`
    /// if no server runs.
    private static func asked() -> (output: [UInt8]?, gap: SoundSources.Gap?) {
        do throws(ChildProcess.Refusal) {
            let ended = try ChildProcess.output(
                ofTool: ["pw-dump", "--no-colors"], within: .seconds(Int(BoundedCall.serverPatience)), most: 1 << 24)
            // A negative code means that the program took too long and was ended by a signal.
            return (ended.code == 0 ? ended.output : nil, ended.code < 0 ? .hangs(.pipeWire) : nil)
        } catch {
            return (nil, hasServer ? .noProgram : nil)
        }
    }

    /// True if a PipeWire server has a socket for this user.
    static var hasServer: Bool {
        let environment = InheritedEnvironment.own
        guard let folder = environment["PIPEWIRE_RUNTIME_DIR"] ?? environment["XDG_RUNTIME_DIR"] else { return false }
        return access(folder + "/" + (environment["PIPEWIRE_REMOTE"] ?? "pipewire-0"), F_OK) == 0
    }

    /// Returns the objects in the output of `pw-dump`; `nil` if it cannot be parsed. Parses JSON as YAML,
    /// after it has replaced the control characters that YAML does not allow.
    private static func objects(in output: [UInt8]) -> [Node]? {
        var limits = Limits()
        (limits.bytes, limits.nodes, limits.depth) = (1 << 25, 1 << 20, 64)
        let text = String(decoding: output, as: UTF8.self).unicodeScalars.map { scalar in
            (0x7F...0x9F).contains(scalar.value) ? " " : Character(scalar)
        }
        return (try? Document(Array(String(text).utf8), limits: limits))?.root.items
    }

    /// Returns the sources in the output of `pw-dump`; an empty array if it cannot be read.
    package static func nodes(in output: [UInt8]) -> [PipeWireNode] {
        let objects = objects(in: output) ?? []
        let standard = objects.lazy.compactMap(defaultSource).first
        return objects.compactMap { object in
            guard object["type"]?.text == type, let properties = object["info"]?["props"]?.texts,
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
