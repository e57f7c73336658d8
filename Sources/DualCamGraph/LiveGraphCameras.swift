internal import DualCamConfig
internal import DualCamPlan
internal import GStreamer
internal import Glibc

extension LiveGraph {
    /// How long a camera that is there again may take to deliver, in seconds.
    private static let patienceWithReturn = 2.0

    /// Puts the slate into the camera's place, ends its files and takes its part of the graph out.
    func loseCamera(_ name: InputName) async throws(GraphFailure) {
        guard !isClosed, let input = plan.input(name), !lost.contains(name),
            changing.insert(name.rawValue).inserted
        else { return }
        defer { changing.remove(name.rawValue) }
        lost.insert(name)
        mixer.ignore(name)
        await showSlate(of: input)
        let end = await endFiles(of: input)
        await takeOut(plan.part(of: input.branches).elements)
        failedBranches.subtract(input.branches)
        reporter.yield(.inputLost(name, at: RunningTime(nanoseconds: end)))
    }

    /// - Returns: the end of the last recorded frame, in nanoseconds of running time.
    private func endFiles(of input: InputPlan) async -> Int64 {
        let own = gates.filter { input.branches.contains($0.plan.branch) }
        for gate in own { line.forget(stream: gate.index) }
        guard let gate = own.first, let end = await endFiles(of: OutputName(input.name.rawValue), through: gate) else {
            return arrivals[input.name]?.reached ?? Int64(pipeline.runningTime ?? 0)
        }
        return end
    }

    /// Lets the encoder give out what it has, so that the files end complete.
    /// - Returns: the end of the last recorded frame, in nanoseconds of running time; `nil` without an encoder's queue.
    func endFiles(of output: OutputName, through gate: Gate) async -> Int64? {
        let now = Int64(pipeline.runningTime ?? 0)
        guard let queue = try? builder.pad(gate.plan.pad.element, "sink") else { return nil }
        let (stream, tee) = (encoded[output], try? builder.pad("\(output).encoded", "sink"))
        let isComplete = try? await blocking("ending \(output)", within: .seconds(3)) {
            // Behind whatever waits in the queue.
            queue.sendEndOfStream()
            return .success(tee.flatMap { stream?.waitForEnd(through: $0, within: 1) } ?? true)
        }
        let (end, recorded) = gate.reached ?? (line.start ?? now, line.recorded(now))
        for writer in writers where writer.request.output == output { writer.close(at: recorded) }
        if isComplete != true { try? await drop(output, finishing: true) }
        return end
    }

    /// Finds the camera's device again, makes its part anew and, when the first frame comes, puts it back in its place.
    func reopenCamera(_ name: InputName) async throws(GraphFailure) {
        guard !isClosed, lost.contains(name), changing.insert(name.rawValue).inserted else { return }
        defer { changing.remove(name.rawValue) }
        do throws(GraphFailure) {
            let found = try await blocking("looking for camera \(name)", within: .seconds(10)) { [findAgain] in
                findAgain(name)
            }
            guard let input = found.input(name), !input.isAbsent else { throw .silent(name) }
            plan.adopt(input, from: found)
            let first = try await bringBack(input)
            lost.remove(name)
            try watchMixer(name)
            reporter.yield(.inputReturned(name, at: RunningTime(nanoseconds: first)))
        } catch {
            var failure = error
            (failure.input, failure.output) = (name, nil)
            throw failure
        }
    }

    /// - Returns: the running time of the first frame, in nanoseconds.
    private func bringBack(_ input: InputPlan) async throws(GraphFailure) -> Int64 {
        let part = plan.part(of: input.branches)
        returning.insert(input.name)
        defer { returning.remove(input.name) }
        do throws(GraphFailure) {
            let clips = try make(part)
            let elements = part.elements.compactMap { builder.elements[$0.name] }
            await restoreControls(of: input)
            var refusal: GraphFailure?
            do throws(GraphFailure) {
                try await blocking("opening camera \(input.name)", within: .seconds(5), on: states) { [pipeline] in
                    Self.run(elements, in: pipeline, clips: clips)
                }
            } catch {
                refusal = error
            }
            let first = try await freshFrame(of: input, refusal: refusal)
            try await replaceSlate(of: input)
            return first
        } catch {
            returning.remove(input.name)
            await takeOut(part.elements)
            failedBranches.subtract(input.branches)
            throw error
        }
    }

    /// What an element reports of its failure says more than a refused state change; it is on its way.
    ///
    /// The first frame may be one that the driver still had from before: a camera is back when another follows.
    private func freshFrame(of input: InputPlan, refusal: GraphFailure?) async throws(GraphFailure) -> Int64 {
        let rate = plan.branches.first { input.branches.contains($0.name) && $0.rate != nil }?.rate
        let frame = Double(rate?.frameNanoseconds ?? 0) / 1e9
        let limit = refusal == nil ? Self.patienceWithReturn + 2 * frame : 0.5
        let seen = arrivals[input.name]
        let time = try await blocking("waiting for camera \(input.name)", within: .seconds(limit + 1)) {
            seen?.second(within: limit) ?? .success(nil)
        }
        if let refusal { throw refusal }
        guard let time, !isClosed else { throw .silent(input.name) }
        return time
    }
}

// MARK: slates

extension LiveGraph {
    /// Sets the slate's text.
    func write(_ slate: SlatePlan) throws(GraphFailure) {
        guard let writer = slate.writer else { return }
        do {
            try builder.element(writer).set("text", .string(slate.text(since: localTime())))
        } catch {
            throw GraphFailure(error, branch: nil)
        }
    }

    /// Before there are frames that it could hold up; one slate will do for all.
    func rehearseSlate() async {
        guard let slate = plan.inputs.lazy.compactMap(\.slate).first(where: { $0.writer != nil }) else { return }
        do throws(GraphFailure) {
            try await blocking("writing a slate beforehand", within: .seconds(5)) {
                SlateRehearsal(slate: slate).perform()
            }
        } catch {
            reporter.yield(.warning(branch: slate.elements.first?.branch, text: error.message))
        }
    }

    /// Feeds the combined picture with the slate in the camera's place. Where that fails the place is as the mixer leaves it.
    func showSlate(of input: InputPlan) async {
        guard let slate = input.slate, let sink = try? pad(slate.input) else { return }
        do throws(GraphFailure) {
            for element in slate.elements { try builder.make(element) }
            for link in slate.links { try builder.link(link) }
            // A black picture without a word is better than none.
            do throws(GraphFailure) { try write(slate) } catch { warn(input, error) }
            let source = try slateSource(slate)
            let elements = slate.elements.compactMap { builder.elements[$0.name] }
            try await swap(to: source, at: sink)
            try await blocking("showing the slate of \(input.name)", within: .seconds(2)) { [pipeline] in
                Self.run(elements, in: pipeline, clips: [])
            }
        } catch {
            warn(input, error)
            await takeOut(slate.elements)
        }
    }

    private func warn(_ input: InputPlan, _ error: GraphFailure) {
        reporter.yield(
            .warning(
                branch: input.branches.first,
                text: "the slate of \(input.name) is not as it should be: \(error.message)"))
    }

    private func replaceSlate(of input: InputPlan) async throws(GraphFailure) {
        guard let slate = input.slate, let sink = try? pad(slate.input) else { return }
        // A source whose way ends nowhere would report that as a failure.
        if let source = try? slateSource(slate) { source.addProbe(.buffers) { _ in .drop } }
        let source: Pad
        do {
            source = try builder.element(slate.camerasTee.element).requestPad(slate.camerasTee.pad ?? "src_%u")
        } catch {
            throw GraphFailure(error, branch: input.branches.first)
        }
        try await swap(to: source, at: sink)
        await takeOut(slate.elements)
    }

    private func slateSource(_ slate: SlatePlan) throws(GraphFailure) -> Pad {
        try pad(PadReference(slate.elements.last?.name ?? ""))
    }

    /// Links `source` to the sink pad in the place of whatever feeds it now.
    private func swap(to source: Pad, at sink: Pad) async throws(GraphFailure) {
        try await blocking("changing what feeds \(sink.path)", within: .seconds(3)) {
            sink.peer?.part(from: sink)
            do { return .success(try source.link(to: sink)) } catch {
                return .failure(GraphFailure(error, branch: nil))
            }
        }
    }
}

extension GraphFailure {
    fileprivate static func silent(_ name: InputName) -> GraphFailure {
        GraphFailure(
            .timeout, branch: BranchName("\(name).source"), input: name,
            message: "camera \(name) is there, but no picture comes from it",
            advice: "Unplug it and plug it in again.")
    }
}

/// The wall clock as a person reads it: `14:05:03` (`localtime_r`).
private func localTime() -> String {
    var (now, parts) = (time(nil), tm())
    localtime_r(&now, &parts)
    return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
}
