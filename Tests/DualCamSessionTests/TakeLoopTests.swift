@testable import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Take after take, on fake graphs", .timeLimit(.minutes(10)))
struct TakeLoopTests {
    private let place: TemporaryFolder
    private let clock = ManualClock()
    private let space = FakeSpace(100_000_000_000)

    init() throws { place = try #require(TemporaryFolder()) }

    private func production(_ stage: FakeStandbyPipeline, keepFree: Int64 = 0) throws -> TakeLoop.Production {
        let settings = SessionSettings(outputs: [back, front], keepFree: keepFree)
        var order = SessionOrder(
            settings: settings, description: .sample, directory: place.path, names: try .sample(settings))
        let pipeline = Pipeline(cameras: [Camera(name: "back"), Camera(name: "front")])
        order.pipeline = pipeline
        let dependencies = SessionDependencies(clock, space) { _ in "digest" }
        return TakeLoop.Production(order: order, dependencies: dependencies) { stage }
    }

    /// Returns the names of the events until one arrives, or until the end. They begin when `news()` was called, which
    /// has to happen before their cause.
    private func hear(_ news: AsyncStream<ControlNews>, until name: String? = nil) async -> [String] {
        var heard: [String] = []
        for await case .event(let event) in news {
            heard.append(event.name)
            if event.name == name { break }
        }
        return heard
    }

    @Test func `three takes, one after the other, with commands in between`() async throws {
        let stage = FakeStandbyPipeline()
        let takeLoop = TakeLoop(try production(stage))
        let news = await takeLoop.news()
        async let outcome = takeLoop.serve()
        var folders: [String] = []
        for _ in 0..<3 {
            // The next `record` arrives while the previous take is being finished.
            let answer = try await takeLoop.perform(ControlCommand(.record))
            #expect(answer.at == FakeGraph.begin)
            folders.append(answer.json.line.split(separator: "/").last.map(String.init) ?? "")
            #expect(await takeLoop.state().phase == .recording)
            _ = try await takeLoop.perform(ControlCommand(.stop))
        }
        _ = try await takeLoop.perform(ControlCommand(.record))
        await takeLoop.stop(.interrupt)
        #expect(await outcome.exit == .finished)
        #expect(await outcome.reason == .interrupt)
        #expect(folders == ["take\"}", "take-2\"}", "take-3\"}"])
        #expect(await stage.graphs.count == 4)
        #expect(await stage.isClosed)
        #expect(place.contents.filter { $0.hasSuffix(".mov") }.count == 8)
        #expect(!place.contents.contains { $0.hasSuffix(SessionFolder.mark) })
        let heard = await hear(news)
        #expect(heard.filter { $0 == "standby" }.count == 4)
        #expect(heard.filter { $0 == "finished" }.count == 4)
        await #expect(throws: ControlRefusal.isOver()) { try await takeLoop.perform(ControlCommand(.record)) }
    }

    /// A setting that was changed in one session, in standby or while recording, also applies to the next one and is in
    /// its journal.
    @Test func `what is set is handed on from take to take`() async throws {
        let takeLoop = TakeLoop(try production(FakeStandbyPipeline()))
        let news = await takeLoop.news()
        async let outcome = takeLoop.serve(recordsAtOnce: true)
        let set = Directed(
            settings: [Setting("combined.layout", "grid")], muted: ["microphone"],
            pipeline: Pipeline(cameras: [Camera(name: "back")]))
        _ = await hear(news, until: "recording")
        for settings in [Directed(settings: [Setting("combined.layout", "pip")]), set] {
            await takeLoop.latest?.dependencies.remember(settings)
            #expect(takeLoop.directed == settings)
        }
        _ = try await takeLoop.perform(ControlCommand(.stop))
        _ = try await takeLoop.perform(ControlCommand(.record))
        #expect(await takeLoop.latest?.order.directed == set)
        #expect(await takeLoop.latest?.order.pipeline == set.pipeline)
        await takeLoop.stop(.interrupt)
        _ = await outcome
        #expect(place.text("take-2/session.json")?.contains("combined.layout=grid") == true)
        #expect(place.text("take/session.json")?.contains("combined.layout=grid") == false)
    }

    @Test func `a take that cannot begin leaves it standing by`() async throws {
        let takeLoop = TakeLoop(try production(FakeStandbyPipeline(), keepFree: 1_000_000_000))
        let news = await takeLoop.news()
        space.set(5)
        async let outcome = takeLoop.serve()
        for _ in 0..<2 {
            await #expect(throws: ControlRefusal.self) { try await takeLoop.perform(ControlCommand(.record)) }
        }
        await takeLoop.stop(.terminate)
        #expect(await outcome.exit == .finished)
        #expect(await hear(news).filter { $0 == "standby" }.count >= 2)
        #expect(place.contents.isEmpty)
    }

    @Test func `a graph that ends by itself ends it, for another process to go on`() async throws {
        let stage = FakeStandbyPipeline()
        let takeLoop = TakeLoop(try production(stage))
        let news = await takeLoop.news()
        async let outcome = takeLoop.serve()
        _ = await hear(news, until: "standby")
        await stage.graphs[0].tell(.closed)
        #expect(await outcome.exit == .fault)
        #expect(await outcome.reason == .failure)
    }

    @Test func `another production waits for the end of a take`() async throws {
        let (first, second) = (FakeStandbyPipeline(), FakeStandbyPipeline())
        let takeLoop = TakeLoop(try production(first))
        async let outcome = takeLoop.serve()
        _ = try await takeLoop.perform(ControlCommand(.record))
        await takeLoop.adopt(try production(second), rebuilds: true)
        #expect(await takeLoop.state().phase == .recording)
        #expect(await !first.isClosed)
        _ = try await takeLoop.perform(ControlCommand(.stop))
        _ = try await takeLoop.perform(ControlCommand(.record))
        #expect(await first.isClosed)
        #expect(await second.graphs.count == 1)
        await takeLoop.stop(.interrupt)
        _ = await outcome
    }

    /// The pipeline file is changed twice during one take; the second change must not hide that the first one needs
    /// other devices.
    @Test func `devices are opened again whichever of two changes wants it`() async throws {
        let (first, second, third) = (FakeStandbyPipeline(), FakeStandbyPipeline(), FakeStandbyPipeline())
        let takeLoop = TakeLoop(try production(first))
        async let outcome = takeLoop.serve()
        _ = try await takeLoop.perform(ControlCommand(.record))
        await takeLoop.adopt(try production(second), rebuilds: true)
        await takeLoop.adopt(try production(third), rebuilds: false)
        _ = try await takeLoop.perform(ControlCommand(.stop))
        _ = try await takeLoop.perform(ControlCommand(.record))
        #expect(await first.isClosed)
        #expect(await second.graphs.isEmpty)
        #expect(await third.graphs.count == 1)
        await takeLoop.stop(.interrupt)
        _ = await outcome
    }

    /// If the cameras cannot be opened with the changed file, they are opened with the old one.
    @Test func `devices that do not open leave everything as it was`() async throws {
        var script = FakeGraph.Script()
        script.standbyFailure = GraphFailure(.deviceFormat, message: "No such size.")
        let (first, second) = (FakeStandbyPipeline(), FakeStandbyPipeline([script]))
        let takeLoop = TakeLoop(try production(first))
        let news = await takeLoop.news()
        async let outcome = takeLoop.serve()
        _ = await hear(news, until: "standby")
        await takeLoop.adopt(try production(second), rebuilds: true)
        _ = await hear(news, until: "standby")
        _ = try await takeLoop.perform(ControlCommand(.record))
        #expect(await second.isClosed)
        #expect(await first.graphs.count == 2)
        await takeLoop.stop(.interrupt)
        #expect(await outcome.exit == .finished)
    }
}
