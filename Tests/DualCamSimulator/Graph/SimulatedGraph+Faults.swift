import DualCamConfig
import DualCamPlan

/// The faults of devices and encoders.
extension SimulatedGraph {
    func index(of input: InputName) -> Int? { inputs.firstIndex { $0.name == input } }

    /// Makes a device report that it failed, and deliver nothing more.
    func failDevice(_ input: InputName) {
        guard let index = index(of: input), inputs[index].state == .delivering, !isClosed else { return }
        advance()
        inputs[index].state = .failed(since: world.uptime)
        starve(input)
        tell(
            .failed(
                GraphFailure(.deviceMissing, branch: .source(input), input: input, message: "\(input) went away.")))
    }

    /// Makes a device stop delivering without an error.
    func silence(_ input: InputName) {
        guard let index = index(of: input), inputs[index].state == .delivering, !isClosed else { return }
        advance()
        inputs[index].state = .silent(since: world.uptime)
        starve(input)
    }

    /// Lets a silent device deliver again before the session has removed it. The frames it did not deliver count as
    /// dropped.
    func wake(_ input: InputName) {
        guard let index = index(of: input), case .silent = inputs[index].state, !isClosed else { return }
        advance()
        inputs[index].state = .delivering
        guard let output = outputs.firstIndex(where: { $0.name.rawValue == input.rawValue }) else { return }
        outputs[output].isFed = true
        endStarving(output)
        tellDropped(output)
    }

    /// Ends the silence of an output's camera and counts the missing frames as dropped.
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

    /// Drops all frames of an output for `length` nanoseconds, in the encoder or already in the camera's driver.
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

    /// Makes an encoder or its file fail.
    func failOutput(_ output: OutputName, _ code: GraphFailure.Code) {
        guard let index = outputs.firstIndex(where: { $0.name == output }), outputs[index].isAlive, start != nil else {
            return
        }
        advance()
        fail(index, GraphFailure(code, output: output, message: "The simulated \(code.rawValue) of \(output)."))
    }

    /// Reports a fault that belongs to no input and no output.
    func failWholly() {
        guard !isClosed else { return }
        tell(.failed(GraphFailure(.fault, message: "The simulated graph failed.")))
    }

    /// Makes every output fail that has a file on a volume, because the volume accepts no more data.
    func failFiles(on volume: Int, _ code: GraphFailure.Code) {
        advance()
        for index in outputs.indices where outputs[index].isAlive && outputs[index].file?.inode.volume == volume {
            fail(
                index,
                GraphFailure(code, output: outputs[index].name, message: "The disk of \(outputs[index].name) fails."))
        }
    }
}
