package import DualCamConfig
package import DualCamPlan
package import GStreamer
internal import Glibc
internal import Synchronization

/// Reads and sets the V4L2 controls of a camera's device, such as exposure. Uses a separate file descriptor, so this
/// works while the camera streams. All functions block.
package struct DeviceControls {
    /// The result of setting camera controls.
    package struct Outcome: Sendable {
        /// The controls to set again if the camera is lost and returns. Does not include buttons.
        package var kept: [ControlAssignment]
        /// Notes for users about controls that were not set as requested, each without a final period.
        package var remarks: [String]
        /// The running time at which the last control had been set, in nanoseconds.
        package var at: Int64
    }

    package let camera: InputName
    package let path: String

    package init(camera: InputName, path: String) { (self.camera, self.path) = (camera, path) }

    /// Sets controls of the camera in an order that the device accepts: automatic controls first.
    ///
    /// - Parameters:
    ///   - isRunning: true if the camera is streaming. Controls that are buttons are refused otherwise.
    ///   - clock: returns the running time in nanoseconds.
    /// - Throws: `refused` if the device has no such control or does not accept the value.
    package func set(
        _ wanted: [CameraControl], isRunning: Bool, clock: () -> Int64 = { 0 }
    ) throws(GraphFailure) -> Outcome {
        let device = try open()
        let facts = device.facts
        let resolution = ControlResolution(wanted, on: facts, allowsButtons: isRunning)
        if let problem = resolution.problems.first { throw GraphFailure(problem, of: camera) }
        for assignment in resolution.assignments { try set(assignment, on: device, isRunning: isRunning) }
        let at = clock()
        let buttons = Set(facts.filter { $0.kind == .button }.map(\.number))
        return Outcome(
            kept: resolution.assignments.filter { !buttons.contains($0.number) },
            remarks: resolution.displaced.map {
                "\($0) of camera \(camera) is left to the device, as an automatic control behind it says"
            } + (isRunning ? differences(resolution.assignments, device.facts) : []), at: at)
    }

    /// Sets those controls again whose value differs from the requested one. Some devices accept a control only while
    /// they stream, and others forget it when they start to stream.
    ///
    /// - Returns: notes for users about values that still differ.
    package func confirm(_ held: [ControlAssignment]) throws(GraphFailure) -> [String] {
        let device = try open()
        let facts = device.facts
        let missing = held.inOrder.filter { assignment in
            facts.first { $0.number == assignment.number }?.value.map { $0 != assignment.value } ?? false
        }
        guard !missing.isEmpty else { return [] }
        var remarks: [String] = []
        for assignment in missing {
            do throws(GraphFailure) { try set(assignment, on: device) } catch { remarks.append(error.message) }
        }
        return remarks + differences(missing, device.facts)
    }

    /// Sets controls before the camera streams: first those that dualcam always sets and the pipeline file does not
    /// mention, then the pipeline file's, `wanted`. Returns the result, whose `at` is 0.
    package func prepare(_ wanted: [CameraControl]) throws(GraphFailure) -> Outcome {
        var (kept, remarks): ([ControlAssignment], [String]) = ([], [])
        let device = try open()
        let implied = device.facts.implied(beside: wanted)
        for assignment in implied {
            do throws(GraphFailure) {
                try set(assignment, on: device)
                kept.append(assignment)
            } catch {
                remarks.append("camera \(camera) may deliver fewer pictures in the dark: \(error.message)")
            }
        }
        remarks += differences(kept, device.facts).map { "\($0): the camera may deliver fewer pictures in the dark" }
        if wanted.isEmpty { return Outcome(kept: kept, remarks: remarks, at: 0) }
        var outcome = try set(wanted, isRunning: false)
        outcome.kept = kept + outcome.kept
        outcome.remarks = remarks + outcome.remarks
        return outcome
    }

    /// Sets the controls of a returned camera to their previous values and returns notes about those that differ.
    /// Throws only if the device cannot be opened.
    package func restore(_ held: [ControlAssignment]) throws(GraphFailure) -> [String] {
        let device = try open()
        var remarks: [String] = []
        for assignment in held.inOrder {
            do throws(GraphFailure) { try set(assignment, on: device) } catch { remarks.append(error.message) }
        }
        return remarks + differences(held, device.facts)
    }

    private func open() throws(GraphFailure) -> VideoControls {
        do throws(SystemError) { return try VideoControls(path: path) } catch {
            throw GraphFailure(
                error.errno == ENOENT || error.errno == ENODEV ? .deviceMissing : .fault, input: camera,
                message: "the controls of camera \(camera) cannot be reached: \(path): \(error.message)",
                advice: "Check its plug and its power: `dualcam devices` lists the cameras that are there.")
        }
    }

    /// The error numbers that mean that the device accepts a control only while it streams. (A USB camera then stalls
    /// its control pipe.) Such a control is set again later.
    private static let later: Set<Int32> = [EIO, EPIPE, EPROTO]

    private func set(
        _ assignment: ControlAssignment, on device: borrowing VideoControls, isRunning: Bool = true
    ) throws(GraphFailure) {
        do throws(SystemError) { try device.set(assignment.number, to: assignment.value) } catch {
            if !isRunning, Self.later.contains(error.errno) { return }
            throw GraphFailure(
                .fault, input: camera,
                message:
                    "the device of camera \(camera) does not take \(assignment.name) \(assignment.value): \(reason(error))",
                advice: error.errno == EBUSY
                    ? "Write it into the pipeline file: it is set before the camera streams." : "")
        }
    }

    /// The text of an error that a device returns for a control. If a USB camera does not accept a value, it stalls its
    /// control pipe, which the kernel reports as a broken pipe.
    private func reason(_ error: SystemError) -> String {
        error.errno == EPIPE ? "the camera refuses it" : error.message
    }

    /// Returns a note for users about each control whose value differs from the requested one.
    private func differences(_ asked: [ControlAssignment], _ now: [ControlFacts]) -> [String] {
        asked.compactMap { assignment in
            guard let fact = now.first(where: { $0.number == assignment.number }), let value = fact.value,
                value != assignment.value
            else { return nil }
            return "\(assignment.name) of camera \(camera) is \(fact.text(of: value)), as its device does not take "
                + fact.text(of: assignment.value)
        }
    }
}

extension VideoControls {
    package var facts: [ControlFacts] { list().map(ControlFacts.init) }

    /// Returns the controls of the device at `path` in the device's order, with their current values; `nil` if it
    /// cannot be opened.
    package static func facts(of path: String) -> [ControlFacts]? {
        do throws(SystemError) { return try VideoControls(path: path).facts } catch { return nil }
    }
}

extension ControlFacts {
    fileprivate init(_ control: VideoControl) {
        let kind: Kind =
            switch control.kind {
            case .integer: .integer
            case .boolean: .boolean
            case .menu, .integerMenu: .menu
            case .button: .button
            case .bitmask: .bitmask
            }
        // For a bit mask, the kernel's maximum is an unsigned number.
        let most = kind == .bitmask ? Int64(UInt32(truncatingIfNeeded: control.most)) : control.most
        let least = kind == .bitmask ? 0 : control.least
        self.init(
            control.number, ControlFacts.word(control.name), kind, least...max(least, most), step: max(1, control.step),
            standard: kind == .bitmask ? Int64(UInt32(truncatingIfNeeded: control.standard)) : control.standard,
            value: kind == .bitmask ? control.value.map { Int64(UInt32(truncatingIfNeeded: $0)) } : control.value,
            choices: control.entries.map { Choice(index: $0.index, text: $0.text) })
        (isInactive, isReadOnly) = (control.isInactive, control.isReadOnly)
        (isVolatile, isGrabbed) = (control.isVolatile, control.isGrabbed)
    }
}

extension GraphFailure {
    fileprivate init(_ problem: ControlProblem, of camera: InputName) {
        self.init(
            .refused, message: "camera \(camera), \(problem.control.name): \(problem.message)", advice: problem.hint)
    }
}

/// Ensures that at most one thread waits for each camera's controls, so that a camera that hangs blocks only one
/// thread.
package final class ControlTurns: Sendable {
    private let busy = Mutex<Set<InputName>>([])

    package init() {}

    /// Runs `work` and returns its result. Returns `nil` immediately, without running `work`, if another thread is
    /// using the same camera's controls.
    package func perform<Value>(_ name: InputName, _ work: () -> Value?) -> Value? {
        guard busy.withLock({ $0.insert(name).inserted }) else { return nil }
        defer { busy.withLock { _ = $0.remove(name) } }
        return work()
    }
}
