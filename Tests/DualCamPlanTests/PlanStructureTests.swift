import DualCamConfig
import DualCamPlan
import DualCamPlanKit
import Testing

/// Returns plans of every kind, for rules that all of them must follow.
private func manyPlans() throws -> [GraphPlan] {
    var plans: [GraphPlan] = []
    let layouts: [LayoutName] = [.pip, .stacked, .sideBySide, .dominant, .frontPrimary, .grid]
    for (index, quality) in Quality.allCases.enumerated() {
        for (sound, container) in [(AudioCodec.aac, Container.mov), (.pcm, .mov), (.opus, .mkv)] {
            var pipeline = Fixture.pip()
            pipeline.cameras.append(Fixture.camera("side", 640, 480))
            pipeline.cameras[0].rotate = .mirror
            pipeline.combined?.layout = layouts[index]
            pipeline.recording.container = container
            pipeline.encoders.standard.quality = quality
            pipeline.encoders.audio.use = sound
            pipeline.microphone?.windFilter = true
            var inputs = Fixture.simulated(pipeline)
            inputs.cameras[1].source = .clip(Fixture.clip)
            plans.append(try Planner.plan(inputs))
            inputs.microphones = ["microphone": .clip(Fixture.clip)]
            inputs.pipeline.recording.outputs = [OutputName("front"), .combined]
            plans.append(try Planner.plan(inputs))
            inputs.microphones = [:]
            inputs.pipeline.microphone = nil
            plans.append(try Planner.plan(inputs))
        }
    }
    return plans
}

@Suite struct PlanStructureTests {
    @Test func namesAreUniqueAndEveryReferenceIsThere() throws {
        for plan in try manyPlans() {
            let names = (plan.elements + plan.outputs.flatMap(\.elements)).map(\.name)
            #expect(Set(names).count == names.count)
            let known = Set(plan.elements.map(\.name))
            let references =
                plan.links.flatMap { [$0.from, $0.to] } + plan.branches.map(\.input) + plan.valves.map(\.pad)
                + plan.loops.map(\.pad)
                + plan.outputs.map(\.video) + plan.outputs.flatMap { $0.tracks.map(\.encoded) }
            for reference in references { #expect(known.contains(reference.element), "\(reference)") }
            #expect(plan.branches.compactMap(\.queue).allSatisfy(known.contains))
            #expect(plan.counters.map(\.element).allSatisfy(known.contains))
            #expect(plan.outputs.compactMap(\.videoEncoder).allSatisfy(known.contains))
        }
    }

    @Test func everyElementHasItsOneInputAndLeadsSomewhere() throws {
        let sources: Set<String> = ["v4l2src", "videotestsrc", "audiotestsrc", "filesrc"]
        for plan in try manyPlans() {
            for element in plan.elements {
                let inputs = plan.links.filter { $0.to.element == element.name }.count
                let outputs = plan.links.filter { $0.from.element == element.name }.count
                if element.name != "combined.mixer" {
                    #expect(inputs == (sources.contains(element.factory) ? 0 : 1), "\(element.name)")
                }
                if element.factory != "tee" { #expect(outputs == 1, "\(element.name)") }
            }
            #expect(Set(plan.branches.map(\.name)).count == plan.branches.count)
        }
    }

    @Test func outputsAreCompleteTemplates() throws {
        for plan in try manyPlans() {
            for output in plan.outputs {
                let own = Set(output.elements.map(\.name))
                #expect(
                    ([output.videoInput, output.muxer, output.sink] + output.tracks.map(\.input)).allSatisfy(
                        own.contains))
                #expect(output.links.allSatisfy { own.contains($0.from.element) && own.contains($0.to.element) })
                #expect(output.tracks.allSatisfy { track in output.elements.contains { $0.name == track.input } })
                #expect(!output.elements.contains { $0.properties.contains { $0.name == "location" } })
            }
        }
    }

    /// Sound elements are created and linked before all picture elements.
    @Test func soundComesFirst() throws {
        for plan in try manyPlans() {
            let kinds = plan.elements.map { $0.branch.rawValue.hasPrefix("audio.") }
            #expect(kinds == kinds.sorted { $0 && !$1 })
        }
    }
}
