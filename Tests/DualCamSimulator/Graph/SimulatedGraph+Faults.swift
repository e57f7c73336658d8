import DualCamConfig
import DualCamPlan

/// What goes wrong with devices and encoders.
extension SimulatedGraph {
    func index(of input: InputName) -> Int? { inputs.firstIndex { $0.name == input } }

    /// A device says that it is gone.
    func failDevice(_ input: InputName) {
        guard let index = index(of: input), inputs[index].state == .delivering, !isClosed else { return }
        advance()
        inputs[index].state = .failed(since: world.uptime)
        starve(input)
        tell(
            .failed(
                GraphFailure(.deviceMissing, branch: .source(input), input: input, message: "\(input) went away.")))
    }

    /// A device falls silent.
    func silence(_ input: InputName) {
        guard let index = index(of: input), inputs[index].state == .delivering, !isClosed else { return }
        advance()
        inputs[index].state = .silent(since: world.uptime)
        starve(input)
    }

    /// It delivers again before anybody has taken it out: what it did not deliver is dropped.
    func wake(_ input: InputName) {
        guard let index = index(of: input), case .silent = inputs[index].state, !isClosed else { return }
        advance()
        inputs[index].state = .delivering
        guard let output = outputs.firstIndex(where: { $0.name.rawValue == input.rawValue }) else { return }
        outputs[output].isFed = true
        endStarving(output)
        tellDropped(output)
    }

    /// What has not come is dropped.
    func endStarving(_ output: Int) {
        guard let input = starved.keys.first(where: { $0.rawValue == outputs[output].name.rawValue }),
            let from = starved.removeValue(forKey: input)
        else { return }
        outputs[output].untold += outputs[output].cursor - from
    }

    private func starve(_ input: InputName) {
        guard let output = outputs.firstIndex(where: { $0.name.rawValue == input.rawValue }) else { return }
        starved[input] = outputs[output].cursor
        outputs[output].isFed = false
    }

    /// An encoder, or the driver of a camera, loses frames for a while.
    func dropFrames(of output: OutputName, for length: Int64, inDriver: Bool = false) {
        guard let index = outputs.firstIndex(where: { $0.name == output }), outputs[index].isAlive,
            outputs[index].isFed,
            start != nil
        else { return }
        advance()
        tellDropped(index)
        outputs[index].isDropping = true
        outputs[index].isLostInDriver = inDriver
        later(length) { graph in
            graph.advance()
            graph.outputs[index].isDropping = false
            graph.tellDropped(index)
            graph.outputs[index].isLostInDriver = false
        }
    }

    /// An encoder, or its file, fails.
    func failOutput(_ output: OutputName, _ code: GraphFailure.Code) {
        guard let index = outputs.firstIndex(where: { $0.name == output }), outputs[index].isAlive, start != nil else {
            return
        }
        advance()
        fail(index, GraphFailure(code, output: output, message: "The simulated \(code.rawValue) of \(output)."))
    }

    /// Something fails that is no input's and no output's.
    func failWholly() {
        guard !isClosed else { return }
        tell(.failed(GraphFailure(.fault, message: "The simulated graph failed.")))
    }

    /// Its disk takes nothing any more: every output that has a file there says so.
    func failFiles(on volume: Int, _ code: GraphFailure.Code) {
        advance()
        for index in outputs.indices where outputs[index].isAlive && outputs[index].file?.inode.volume == volume {
            fail(
                index,
                GraphFailure(code, output: outputs[index].name, message: "The disk of \(outputs[index].name) fails."))
        }
    }
}
