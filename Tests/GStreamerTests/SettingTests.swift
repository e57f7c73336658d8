import GStreamer
import Testing

/// Invalid settings are refused before they reach GStreamer, which would ignore most of them or abort.
@Suite struct SettingTests {
    init() throws { try Library.initialize() }

    @Test func aTypoNamesTheNearestProperty() throws {
        let source = try Element.make("videotestsrc", name: "source")
        #expect(throws: SettingError.unknownProperty(object: "source", property: "is-life", nearest: "is-live")) {
            try source.set("is-life", .bool(true))
        }
    }

    @Test(arguments: [
        (
            "num-buffers", Setting.string("many"),
            SettingError.wrongType(object: "source", property: "num-buffers", expected: "gint")
        ),
        ("num-buffers", .int(-2), .outOfRange(object: "source", property: "num-buffers", value: "int(-2)")),
        (
            "num-buffers", .int(3_000_000_000),
            .outOfRange(object: "source", property: "num-buffers", value: "3000000000")
        ),
        ("is-live", .int(1), .wrongType(object: "source", property: "is-live", expected: "gboolean")),
    ])
    func aWrongValueIsRefused(property: String, value: Setting, error: SettingError) throws {
        let source = try Element.make("videotestsrc", name: "source")
        #expect(throws: error) { try source.set(property, value) }
    }

    @Test func anUnknownNickListsTheKnownOnes() throws {
        let queue = try Element.make("queue", name: "queue")
        let error = SettingError.unknownNick(
            object: "queue", property: "leaky", nick: "downhill", known: ["no", "upstream", "downstream"])
        #expect(throws: error) { try queue.set("leaky", .enumeration(type: nil, nick: "downhill")) }
    }

    @Test(arguments: [
        ("queue", "leaky", Setting.enumeration(type: nil, nick: "downstream"), "downstream"),
        ("queue", "max-size-time", .int(5_000_000_000), "5000000000"),
        ("videotestsrc", "is-live", .bool(true), "true"),
        (
            "capsfilter", "caps", .caps(mediaType: "video/x-raw", fields: [.init("framerate", .fraction(30, 1))]),
            "\"video/x-raw\\,\\ framerate\\=\\(fraction\\)30/1\""
        ),
    ])
    func aGoodValueArrives(factory: String, property: String, value: Setting, text: String) throws {
        let element = try Element.make(factory)
        try element.set(property, value)
        #expect(try element.text(property) == text)
    }

    @Test func aStructureKeepsItsFieldTypes() throws {
        let compositor = try Element.make("compositor")
        let pad = try compositor.requestPad("sink_%u")
        try pad.set(
            "converter-config",
            .structure(
                name: "GstVideoConverter",
                fields: [
                    .init("GstVideoConverter.resampler-taps", .uint(4)),
                    .init("GstVideoConverter.src-x", .int(10)),
                ]))
        let text = try #require(try pad.text("converter-config"))
        #expect(text.contains(#"resampler-taps\=\(uint\)4"#))
        #expect(text.contains(#"src-x\=\(int\)10"#))
        compositor.release(pad)
    }

    @Test func aMissingFactoryIsNamed() {
        #expect(throws: GraphError.noFactory("nosuchelement")) { try Element.make("nosuchelement") }
    }
}
