package import DualCamConfig

extension Pipeline {
    /// The additional time that the combined picture waits until the pictures of all cameras for the same moment have
    /// arrived. It follows from the camera with the lowest (most negative) delay, and is 0 if no delay is negative.
    package var pictureWait: InputDelay {
        let earliest = cameras.map(\.delay).min() ?? .none
        return InputDelay(milliseconds: max(0, -earliest.milliseconds))
    }
}

extension PlanDecisions {
    /// Adds notes to the plan about inputs whose pictures or sound are shifted in time, and about how long the combined
    /// picture waits.
    mutating func describeDelays() {
        for camera in cameras where camera.camera.delay != .none {
            notes.append("Camera \(camera.name) is made \(camera.camera.delay.words).")
        }
        for row in inputs.heard where row.microphone.delay != .none {
            let name = row.microphone.isNamed ? "Microphone \(row.microphone.name)" : "The microphone"
            notes.append("\(name) is made \(row.microphone.delay.words).")
        }
        guard combined != nil, pipeline.pictureWait != .none else { return }
        notes.append("The combined picture waits \(pipeline.pictureWait) more for the camera that is made earliest.")
    }
}

extension InputDelay {
    /// The delay as text for users: `80ms later`, or `80ms earlier` for a negative delay.
    fileprivate var words: String {
        let length = InputDelay(milliseconds: abs(milliseconds))
        return milliseconds < 0 ? "\(length) earlier" : "\(length) later"
    }
}

extension GraphPlan {
    /// Sets the delay of an input in nanoseconds. The delay also applies to branches of the input that are created
    /// later.
    package mutating func delay(_ input: InputName, by nanoseconds: Int64) {
        for index in inputs.indices where inputs[index].name == input { inputs[index].delay = nanoseconds }
        for index in sounds.indices where sounds[index].input == input { sounds[index].delay = nanoseconds }
    }

    /// Increases the latency of the mixer and the sizes of its queues to the values that the cameras' delays require;
    /// never decreases them.
    /// - Returns: the changed properties, each with the name of its element.
    package mutating func makeRoomForDelays() -> [(element: String, property: Property)] {
        let delays = inputs.filter { !$0.name.isMicrophone }.map(\.delay)
        let wait = max(0, -(delays.min() ?? 0))
        var changes: [(element: String, property: Property)] = []
        for branch in branches {
            guard let rate = branch.rate else { continue }
            if case .mixerInput(let camera) = branch.name, let queue = branch.queue {
                let buffers = rate.mixerBuffers(wait: wait + (input(camera)?.delay ?? 0))
                changes += raise("max-size-buffers", of: queue, to: Int64(buffers))
            } else if branch.name == .mixer {
                changes += raise("latency", of: PictureScene.mixer, to: rate.mixerLatency(wait: wait))
            }
        }
        return changes
    }

    private mutating func raise(
        _ name: String, of element: String, to value: Int64
    ) -> [(element: String, property: Property)] {
        guard let place = elements.firstIndex(where: { $0.name == element }),
            let index = elements[place].properties.firstIndex(where: { $0.name == name }),
            case .int(let before) = elements[place].properties[index].value, before < value
        else { return [] }
        elements[place].properties[index].value = .int(value)
        return [(element, elements[place].properties[index])]
    }
}
