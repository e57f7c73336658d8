import DualCamConfig
import DualCamGraph
import DualCamPlan
import DualCamSession

/// The worker of `dualcam serve`: a studio that records take after take, and takes over a pipeline file that has changed.
struct Serving {
    var take: Take

    func serve(recordsAtOnce: Bool) async throws(CommandFailure) -> ExitCode {
        let pace = try Pace(take.place.environment, for: take.prepared.inputs.pipeline)
        let studio = Studio(try await take.production())
        let reloader = Reloader(take, studio)
        let reloading = Task { [take] in
            for await content in take.desk.reloads { await reloader.takeOver(content) }
        }
        defer { reloading.cancel() }
        return await take.follow(
            studio.events, studio, pace, stop: { reason in Task { await studio.stop(reason) } },
            run: { await studio.serve(recordsAtOnce: recordsAtOnce && take.resume == nil) })
    }
}

extension Take {
    /// What a studio makes its takes of.
    func production() async throws(CommandFailure) -> Studio.Production {
        let (order, world, pace) = try await beginning()
        var plan = plan
        // Every take says for itself how long it waits.
        plan.delay = nil
        return Studio.Production(order: order, world: world) {
            [plan, inputs = prepared.inputs, earlier = Self.earlier(order)] () throws(GraphFailure) in
            let search = CameraReturn(inputs, plan)
            return try LiveStage(
                plan: plan, clockRate: pace.rate, findAgain: { search.plan(for: $0) },
                findMicrophone: { search.plan(for: $0, $1) }, earlier: earlier)
        }
    }
}
