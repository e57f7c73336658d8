import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

/// The results of commands for the picture.
@Suite struct DirectedPictureTests {
    private static let file = """
        cameras: {back: {device: test}, front: {device: test}, side: {device: test}}
        combined: {layout: pip}
        layouts: {desk: {back: {x: 0%, y: 0%, width: 50%, height: 100%}}}
        """

    static func load(_ overrides: [String]) -> Result<Pipeline, ControlRefusal> {
        let context = LoadContext(environment: [:], home: "/home/ada")
        do throws(PipelineIssues) {
            return .success(
                try PipelineLoader.load(Array(file.utf8), named: "x.yaml", overrides: overrides, context: context)
                    .pipeline)
        } catch {
            return .failure(ControlRefusal(error))
        }
    }

    static func bench(_ overrides: [String] = []) throws -> Bench {
        var bench = try Bench.running(SessionSettings(outputs: [back, front, .combined]))
        let pipeline = try Self.load(overrides).get()
        var order = bench.state.order
        order.pipeline = pipeline
        bench.state = SessionMachine(
            order: order, folder: "/r/take", wallStart: Bench.wallStart, calendar: { WallTime.utc($0) })
        return bench
    }

    private func command(_ name: String, _ arguments: String) throws -> ControlCommand {
        try ControlCommand(named: name, try JSONValue(parsing: arguments))
    }

    /// Returns the settings that a command makes, or the reason of the refusal. The pipeline file gives the same result
    /// with these settings.
    private func outcome(_ name: String, _ arguments: String, _ overrides: [String]) throws -> String {
        let (pipeline, arguments) = (try Self.load(overrides).get(), try JSONValue(parsing: arguments))
        do throws(ControlRefusal) {
            let request = try ControlCommand(named: name, arguments).request as? any PictureRequest
            var edit = PipelineEdit(pipeline)
            try request?.change(&edit)
            let settings = edit.settings.map(\.override)
            let read = Self.load(overrides + settings)
            #expect(read == edit.pipeline.contradiction.map { .failure(ControlRefusal($0)) } ?? .success(edit.pipeline))
            if let refusal = edit.pipeline.contradiction { throw ControlRefusal(refusal) }
            return settings.joined(separator: " ")
        } catch {
            return "\(error.code.rawValue): " + Sentence.joined(error.message, error.advice)
        }
    }

    static let outcomes: [(String, String, [String], String)] = [
        ("layout", #"{"layout":"grid"}"#, [], "combined.layout=grid"),
        ("layout", #"{"layout":"desk"}"#, [], "combined.layout=desk"),
        (
            "layout", #"{"layout":"gird"}"#, [],
            "bad-value: There is no layout called 'gird'. Did you mean 'grid'?"
        ),
        ("swap", "{}", [], "combined.main=front combined.inset.camera=back"),
        ("swap", "{}", ["combined.main=side"], "combined.main=back combined.inset.camera=side"),
        (
            "swap", "{}", ["combined.layout=stacked", "combined.inset.camera=side"],
            "combined.main=side combined.inset.camera=back"
        ),
        ("swap", "{}", ["combined.layout=front-primary"], "combined.layout=back-primary"),
        (
            "swap", "{}", ["combined.layout=grid"],
            "not-now: The layout 'grid' has no main camera: every camera has its own place in it. "
                + "Choose pip, dominant, stacked or side-by-side first."
        ),
        (
            "main", #"{"camera":"back"}"#, ["combined.layout=desk"],
            "not-now: The layout 'desk' has no main camera: every camera has its own place in it. "
                + "Choose pip, dominant, stacked or side-by-side first."
        ),
        ("main", #"{"camera":"front"}"#, [], "combined.main=front combined.inset.camera=back"),
        ("main", #"{"camera":"side"}"#, [], "combined.main=side combined.inset.camera=front"),
        ("main", #"{"camera":"back"}"#, [], "combined.main=back combined.inset.camera=front"),
        ("main", #"{"camera":"back"}"#, ["combined.layout=front-primary"], "combined.layout=back-primary"),
        (
            "main", #"{"camera":"side"}"#, ["combined.layout=front-primary"],
            "not-now: The main camera of the layout 'front-primary' is the one that its name says. "
                + "Choose pip or dominant first."
        ),
        (
            "main", #"{"camera":"frnt"}"#, [],
            "bad-value: There is no camera called 'frnt'. Did you mean 'front'?"
        ),
        (
            "inset", ##"{"camera":"side","position":"top-left","size":"33.5%","margin":8}"##, [],
            "combined.inset.camera=side combined.inset.position=top-left combined.inset.size=33.5% "
                + "combined.inset.margin=8"
        ),
        (
            "inset", #"{"position":{"x":"60%","y":"10%"}}"#, [],
            "combined.inset.position.x=60% combined.inset.position.y=10%"
        ),
        (
            "inset", #"{"radius":4,"border":2,"shadow":1,"opacity":"50%"}"#, [],
            "combined.inset.opacity=50% combined.inset.radius=4 combined.inset.border=2 combined.inset.shadow=1"
        ),
        (
            "inset", ##"{"border-colour":"#1080ff","border":4}"##, [],
            "combined.inset.border=4 combined.inset.border-colour=#1080ff"
        ),
        (
            "inset", #"{"border-colour":"red"}"#, ["combined.mixer=compositor"],
            "unsupported: The mixer 'compositor' draws no border. Write combined.mixer: dualcam into the pipeline file."
        ),
        (
            "inset", #"{"camera":"back"}"#, [],
            "bad-value: Camera 'back' is the main picture already. Choose another here or for combined.main."
        ),
        (
            "inset", #"{"radius":4,"opacity":"50%"}"#, ["combined.mixer=compositor"],
            "bad-value: The mixer 'compositor' draws no see-through inset. Write combined.mixer: dualcam, or leave opacity out."
        ),
        (
            "divider", #"{"width":6,"colour":"orange"}"#, [],
            "combined.divider.width=6 combined.divider.colour=orange"
        ),
        ("divider", #"{"colour":"red","over":"1s"}"#, [], "combined.divider.colour=red"),
        (
            "divider", #"{"over":"1s"}"#, [],
            #"bad-request: divider needs at least one of its arguments. Send one, as in {"width":4}."#
        ),
        ("divider", #"{"colour":"rde"}"#, [], "bad-value: Unknown colour 'rde'. Did you mean 'red'?"),
        (
            "inset", ##"{"border-colour":"#12"}"##, [],
            "bad-value: Unknown colour '#12'. Accepted: white, black, grey, red, green, blue, yellow, cyan, magenta, orange, "
                + "'#rrggbb'."
        ),
        (
            "divider", #"{"width":2}"#, ["combined.mixer=gl"],
            "unsupported: The mixer 'gl' draws no lines. Write combined.mixer: dualcam into the pipeline file."
        ),
        (
            "inset", #"{"position":{"x":"60%"}}"#, [],
            #"bad-request: A free position has an x and a y. Send it as in {"x":"60%","y":"10%"}."#
        ),
        (
            "inset", #"{"position":"${HOME}"}"#, [],
            "bad-value: There is no position called '${HOME}'. Accepted: top-left, top-right, bottom-left, "
                + "bottom-right, center."
        ),
        (
            "inset", "{}", [],
            #"bad-request: inset needs at least one of its arguments. Send one, as in {"position":"top-left"}."#
        ),
        (
            "inset", #"{"size":"25"}"#, [],
            "bad-value: '25' has no unit. Write it as in 25%."
        ),
        (
            "layout", #"{"layout":"grid"}"#, ["recording.outputs=[back]"],
            "unsupported: No combined picture is recorded. "
                + "Add a section 'combined' to the pipeline file, and 'combined' to recording.outputs where it is given."
        ),
    ]

    @Test(arguments: outcomes)
    func comesTo(_ name: String, _ arguments: String, _ overrides: [String], _ expected: String) throws {
        #expect(try outcome(name, arguments, overrides) == expected)
    }

    /// The graph gets the whole new picture; the result is kept, reported and answered.
    @Test func aSwapIsDirectedAndTold() throws {
        var bench = try Self.bench()
        bench.feed(.command(CommandNumber(value: 1), try command("swap", "{}")), at: .seconds(3))
        var wanted = try Self.load(["combined.main=front", "combined.inset.camera=back"]).get()
        let direction = Direction.picture(try #require(PictureDirection(wanted)))
        #expect(bench.deeds.last == "direct \(direction)")
        bench.feed(.directed(direction, .success(.seconds(4))), at: .seconds(4))
        let members: [JSONValue.Member] = [.init("main", .string("front")), .init("inset", .string("back"))]
        #expect(bench.answers == [1: .success(ControlAnswer(at: .seconds(4), members))])
        #expect(bench.events.last?.kind == .directed(.swap, members))
        #expect(bench.state.direction.pipeline == wanted)

        bench.feed(.command(CommandNumber(value: 2), try command("layout", #"{"layout":"grid"}"#)), at: .seconds(5))
        wanted.combined?.layout = .grid
        let failure = GraphFailure(.timeout, message: "no frame", advice: "Wait.")
        bench.feed(.directed(.picture(try #require(PictureDirection(wanted))), .failure(failure)), at: .seconds(7))
        #expect(bench.answers[2] == .failure(ControlRefusal(.timeout, "No frame.", advice: "Wait.")))
        #expect(bench.state.direction.pipeline?.combined?.layout == .pip)
    }

    private func settings(_ overrides: [String]) throws -> [String] {
        let state = try Self.bench(overrides).state
        return state.pictureSettings(try Self.load(overrides).get()).map { "\($0.name) \($0.json.line)" }
    }

    @Test func whatCanBeSetIsSaid() throws {
        let pip = try settings([
            "cameras.side.zoom=2.5", "combined.inset.position.x=5%", "combined.inset.border-colour=#1080ff",
            "combined.divider.width=6",
        ])
        #expect(
            pip == [
                #"layout {"value":"pip","command":"layout","choices":["pip","stacked","side-by-side","dominant","#
                    + #""front-primary","back-primary","grid","desk"]}"#,
                #"main {"value":"back","command":"main","choices":["back","front","side"]}"#,
                #"inset.camera {"value":"front","command":"inset","choices":["back","front","side"]}"#,
                #"inset.position {"value":{"x":"5%","y":"0%"},"command":"inset","choices":["top-left","top-right","#
                    + #""bottom-left","bottom-right","center"]}"#,
                #"inset.size {"value":"25%","command":"inset","least":5.0,"most":100.0,"step":1.0,"unit":"%"}"#,
                #"inset.margin {"value":20,"command":"inset","least":0.0,"most":16384.0,"step":1.0,"unit":""}"#,
                #"inset.radius {"value":0,"command":"inset","least":0.0,"most":1024.0,"step":1.0,"unit":""}"#,
                #"inset.border {"value":0,"command":"inset","least":0.0,"most":256.0,"step":1.0,"unit":""}"#,
                ##"inset.border-colour {"value":"#1080ff","command":"inset","choices":["white","black","grey","red","green","##
                    + ##""blue","yellow","cyan","magenta","orange","#1080ff"]}"##,
                #"inset.shadow {"value":0,"command":"inset","least":0.0,"most":256.0,"step":1.0,"unit":""}"#,
                #"inset.opacity {"value":"100%","command":"inset","least":0.0,"most":100.0,"step":1.0,"unit":"%"}"#,
                #"divider.width {"value":6,"command":"divider","least":0.0,"most":64.0,"step":1.0,"unit":""}"#,
                #"divider.colour {"value":"white","command":"divider","choices":["white","black","grey","red","green","#
                    + #""blue","yellow","cyan","magenta","orange"]}"#,
                #"zoom.back {"value":1.0,"command":"zoom","least":1.0,"most":10.0,"step":0.1,"unit":""}"#,
                #"zoom.front {"value":1.0,"command":"zoom","least":1.0,"most":10.0,"step":0.1,"unit":""}"#,
                #"zoom.side {"value":2.5,"command":"zoom","least":1.0,"most":10.0,"step":0.1,"unit":""}"#,
            ])
    }

    @Test func whatCannotBeSetSaysWhy() throws {
        let grid = try settings(["combined.layout=grid", "combined.mixer=dualcam"])
        #expect(
            grid[1]
                == #"main {"value":null,"command":"main","choices":["back","front","side"],"#
                + #""obstacle":"The layout 'grid' has no main camera: every camera has its own place in it."}"#)
        #expect(
            grid.map { $0.prefix { $0 != " " } }[6...12] == [
                "inset.radius", "inset.border", "inset.border-colour", "inset.shadow", "inset.opacity", "divider.width",
                "divider.colour",
            ])
        #expect(
            try settings(["recording.outputs=[back]"]).allSatisfy { $0.contains("No combined picture is recorded.") })
    }
}
