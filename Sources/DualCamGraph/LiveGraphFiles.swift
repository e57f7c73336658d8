internal import Dispatch
internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Glibc

extension LiveGraph {
    /// Watches the files of `plan` for the graph that `graph` gives.
    static func openFiles(
        _ plan: GraphPlan, _ reporter: Reporter, lost: @escaping @Sendable (String, GraphFailure) -> Void
    ) -> OpenFiles {
        let limit = plan.maxLoss ?? .zero
        let log = SyncLog(limit: limit) { length, path in
            reporter.yield(.warning(branch: nil, text: slowness(length, path, limit)))
        } onRefusal: { path, problem in
            lost(path, refusal(path, problem))
        }
        return OpenFiles(period: plan.syncPeriod, log: log) { path in lost(path, disappearance(path)) }
    }

    /// A file that cannot be kept: its output fails, the others go on.
    func loseFile(_ path: String, _ failure: GraphFailure) async {
        guard let writer = writers.first(where: { $0.request.path == path }) else { return }
        var failure = failure
        failure.output = writer.request.output
        failure.branch = BranchName("\(writer.request.output).file")
        await takeOut(writer)
        report(failure)
    }

    /// Lets a writer take nothing more, leaves its file as it is and takes its elements out, without an end of stream: on a
    /// full disk that would destroy the file.
    func takeOut(_ writer: Writer) async {
        writers.removeAll { $0 === writer }
        files.remove(writer.request.path)
        let branch = BranchName("\(writer.request.output).file")
        do throws(GraphFailure) {
            try await blocking("taking out \(writer.request.path)", within: .seconds(2)) {
                writer.cutOff(finishing: false)
                writer.detach()
                return .success(())
            }
        } catch {
            reporter.yield(.warning(branch: branch, text: error.message))
        }
        await bringDown(branch, writer.elements)
        for element in writer.elements { pipeline.remove(element) }
    }

    /// Takes out those of the writers that have not come to their end by the time they should have.
    func takeOutLater(_ own: [Writer]) {
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.patienceWithEnd) { [weak self] in
            Task { [weak self] in await self?.takeOutUnfinished(own) }
        }
    }

    private static var patienceWithEnd: Double { 10 }

    private func takeOutUnfinished(_ own: [Writer]) async {
        for writer in own where !isClosed && writers.contains(where: { $0 === writer }) {
            reporter.yield(
                .warning(
                    branch: BranchName("\(writer.request.output).file"),
                    text: "\(writer.request.path) could not be finished in time and is left as it is"))
            await takeOut(writer)
        }
    }

    private static func slowness(_ length: Duration, _ path: String, _ limit: Duration) -> String {
        let (took, allowed) = (length.wholeNanoseconds / 1_000_000, limit.wholeNanoseconds / 1_000_000)
        return "the disk of \(path) took \(took) ms to write through; a power cut then would have cost more than "
            + "recording.max-loss (\(allowed) ms)"
    }

    private static func disappearance(_ path: String) -> GraphFailure {
        GraphFailure(
            .diskFailed, message: "\(path) was deleted or moved while it was being written",
            advice: "Leave the folder of a session alone while it records.")
    }

    private static func refusal(_ path: String, _ problem: Int32) -> GraphFailure {
        GraphFailure(
            problem == ENOSPC || problem == EDQUOT ? .diskFull : .diskFailed,
            message: "\(path) cannot be written through to its disk: \(String(cString: strerror(problem)))",
            advice: "Look at the disk and its messages ('dmesg'), or choose another one with --output DIR.")
    }
}
