import Testing

@testable import DualCamDevices

/// The sources that are read from the output of `pw-dump`.
@Suite struct PipeWireNodeTests {
    private static func node(_ id: Int, _ properties: String) -> String {
        #"{"id": \#(id), "type": "PipeWire:Interface:Node", "info": {"state": "running", "props": {\#(properties)}}}"#
    }

    /// A USB microphone that runs, a webcam, a loudspeaker, and the server's defaults.
    private static let dump = """
        [
          {"id": 0, "type": "PipeWire:Interface:Core", "info": {"name": "pipewire-0", "props": {"core.daemon": true}}},
        \(node(
            34, #"""
            "node.name": "alsa_input.usb-Mic", "media.class": "Audio/Source", "node.description": "Mic \"Mono\" \u00e4",
                "api.alsa.pcm.card": 2, "api.alsa.headroom": 512, "node.max-latency": "16384/48000"
            """#)),
        \(node(35, #""node.name": "webcam", "media.class": "Video/Source", "api.v4l2.path": "/dev/video0""#)),
        \(node(36, #""node.name": "speaker", "media.class": "Audio/Sink""#)),
        \(node(37, #""media.class": "Audio/Source""#)),
          {
            "id": 41, "type": "PipeWire:Interface:Metadata", "props": {"metadata.name": "default"},
            "metadata": [
              {"subject": 0, "key": "default.audio.sink", "type": "Spa:String:JSON", "value": {"name": "speaker"}},
              {"subject": 0, "key": "default.audio.source", "type": "Spa:String:JSON", "value": {"name": "alsa_input.usb-Mic"}}
            ]
          }
        ]
        """

    @Test func sourcesAreReadWithTheirProperties() throws {
        let nodes = PipeWireNode.nodes(in: Array(Self.dump.utf8))
        #expect(nodes.map(\.name) == ["alsa_input.usb-Mic", "webcam"])
        let microphone = try #require(nodes.first)
        #expect(microphone.kind == .sound && microphone.isDefault && microphone.card == 2)
        #expect(microphone.title == #"Mic "Mono" ä"#)
        #expect(microphone.deliveryDelay.map { abs($0 - 512.0 / 48000) < 1e-9 } == true)
        let camera = try #require(nodes.last)
        #expect(camera.kind == .picture && !camera.isDefault && camera.title == "webcam")
        #expect(camera.deliveryDelay == nil && camera.properties["api.v4l2.path"] == "/dev/video0")
    }

    /// Characters and nesting that YAML would refuse, in what an unrelated client calls itself.
    @Test func oddTextsHideNoSource() {
        let deep = String(repeating: "[", count: 45) + String(repeating: "]", count: 45)
        let client = #"{"type": "PipeWire:Interface:Client", "odd": \#(deep), "info": {"props": {"media.name": ""#
        var bytes = Array("[\n\(client)".utf8) + [0x7F, 0xC2, 0x85, 0xFF]
        bytes += Array("\"}}},\n\(Self.dump.drop { $0 != "\n" })".utf8)
        #expect(PipeWireNode.nodes(in: bytes).map(\.name) == ["alsa_input.usb-Mic", "webcam"])
    }

    @Test(arguments: ["", "[]", "[", "error", "{\"id\": 0}", "[1, null, {\"type\": \"PipeWire:Interface:Node\"}]"])
    func nothingIsReadFromAnUnknownText(text: String) {
        #expect(PipeWireNode.nodes(in: Array(text.utf8)).isEmpty)
    }
}
