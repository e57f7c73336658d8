import Synchronization
import Testing

@testable import DualCamConfig

/// A file that is read once for several edit decisions gives the same pipelines as if it were read again for each.
@Suite struct RepeatedPipelineTests {
    private static let text = """
        cameras: {back: {device: test, look: vivid}, front: {device: test, zoom: 1.5}}
        layouts: {mine: {back: {width: 50%}, front: {x: 50%, width: 50%}}}
        combined:
          layout: pip
          overlays:
            title: {text: "${TITLE:-plain}", position: top-left}
            clock: {clock: "%H:%M"}
            logo: {image: logo.png, size: 10%}

        """

    /// The settings of cut lists and commands, in order: some keys are repeated, whole settings replace parts, and
    /// overlays are added.
    private static let decisions: [[String]] = [
        [], ["combined.main=front", "combined.inset.camera=back"],
        ["combined.overlays.title.text=one"], ["combined.overlays.title.text=two: [x]"],
        ["combined.overlays.title.position=center"],
        ["combined.overlays.new.text=three", "combined.overlays.new.size=5%"],
        ["combined.overlays.clock.show=off"], ["combined.layout=mine"], ["layouts.mine.back.width=40%"],
        ["combined.inset.position.x=20%", "combined.inset.position.y=10%"], ["combined.inset.position=top-left"],
        ["cameras.back.look=warm"], ["cameras.back.look.intensity=50%"], ["cameras.back.look=cool"],
        ["combined.overlays.title.text=one"], ["cameras.front.zoom=2"], ["combined.overlays.logo.opacity=50%"],
    ]

    private static func context(_ rule: TextRule, _ read: @escaping @Sendable () -> Void = {}) -> LoadContext {
        var context = LoadContext(
            environment: ["TITLE": "theirs"], home: "/home/ada", folder: "/films/take",
            overlayImage: { path in
                read()
                return .success(OverlayImage(path: path, bytes: [1], size: FrameSize(width: 4, height: 4)))
            })
        context.rule = rule
        return context
    }

    /// Returns the settings of the first `count` decisions together, as a composition uses them.
    private static func directed(_ count: Int) -> [String] {
        decisions.prefix(count).joined().reduce(into: []) { settings, setting in
            let key = setting.prefix { $0 != "=" }
            settings.removeAll { $0.hasPrefix(key + "=") || $0.hasPrefix(key + ".") }
            settings.append(setting)
        }
    }

    private static func whole(_ directed: [String], _ context: LoadContext) -> Pipeline? {
        try? PipelineLoader.load(
            Array(text.utf8), named: "p", overrides: ["combined.background=white"], directed: directed, context: context
        ).pipeline
    }

    @Test(arguments: [TextRule.own, TextRule(.untold, shown: .never), TextRule(.untoldWithoutPicture, shown: .never)])
    func everyReadingIsThatOfTheWholeFile(rule: TextRule) throws {
        let context = Self.context(rule)
        var file = try #require(
            RepeatedPipeline(Array(Self.text.utf8), overrides: ["combined.background=white"], context: context))
        // First in order, then from each to another one.
        let order =
            Array(0...Self.decisions.count) + (0...Self.decisions.count).map { $0 * 7 % (Self.decisions.count + 1) }
        for count in order {
            let directed = Self.directed(count)
            let read = file.pipeline(directed: directed)
            #expect(read != nil && read == Self.whole(directed, context), "\(directed)")
        }
    }

    /// Invalid settings are reported when the whole file is read; later settings are read as usual.
    @Test(arguments: [
        "combined.overlays.title.size=big", "combined.main=nobody", "cameras.side.zoom=2", "nothing.at=all", "x",
        "combined.overlays.title.text=${NONE}", "combined.overlays.new.position=center",
    ])
    func nothingComesOfAMistake(setting: String) throws {
        let context = Self.context(.remote)
        var file = try #require(
            RepeatedPipeline(
                Array("cameras: {back: test, front: test}\ncombined: {overlays: {title: {text: a}}}\n".utf8),
                overrides: [], context: context))
        let before = file.pipeline(directed: ["combined.main=front"])
        let mistaken = file.pipeline(directed: ["combined.main=front", setting])
        let after = file.pipeline(directed: ["combined.main=front"])
        #expect(before != nil && mistaken == nil && after == before)
        #expect(RepeatedPipeline(Array("cameras: [".utf8), overrides: [], context: context) == nil)
        #expect(RepeatedPipeline(Array("cameras: {back: test}".utf8), overrides: ["x"], context: context) == nil)
    }

    /// Thousands of decisions change one overlay each; the others are not read again.
    @Test func overlaysThatStayAreReadOnce() throws {
        let reads = Mutex(0)
        let context = Self.context(.own) { reads.withLock { $0 += 1 } }
        var file = try #require(RepeatedPipeline(Array(Self.text.utf8), overrides: [], context: context))
        for number in 0..<50 {
            let pipeline = file.pipeline(directed: ["combined.overlays.title.text=\(number)"])
            #expect(pipeline?.combined?.overlays.first?.content == .text("\(number)"))
        }
        #expect(reads.withLock { $0 } == 1)
    }
}
