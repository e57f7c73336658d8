internal import DualCamConfig
internal import DualCamDevices
internal import DualCamPlan
internal import GStreamer

/// Monitors the input signal of a capture device (HDMI, SDI, analogue video), and reports when the signal is lost or
/// changes.
///
/// Without a signal, some drivers deliver nothing and others deliver noise. v4l2src reports the loss only when it
/// negotiates a format. A device without a signal at the first check is not checked again.
@PipelineActor
final class SignalLossWatch {
    private let camera: InputName
    private let live: LiveElements
    private var device: String?
    /// The number of times that monitoring has been started or stopped. A monitoring task stops when this number has
    /// changed.
    private var turn = 0
    /// The interval between two checks of the signal. A change must be confirmed by a second check, because a signal
    /// briefly disappears while the device locks to it again.
    private static let pause = Duration.milliseconds(400)

    nonisolated init(_ camera: InputName, _ live: LiveElements) { (self.camera, self.live) = (camera, live) }

    /// Monitors the input signal of a device until this function is called again; `nil` stops monitoring.
    ///
    /// - Parameter onLoss: called once when the signal is lost or has changed, with the error to report.
    func follow(_ device: String?, onLoss: @escaping @PipelineActor (GraphFailure) -> Void = { _ in }) {
        turn += 1
        self.device = device
        guard let device else { return }
        Task { [weak self, turn] in
            guard case .present(let first)? = await self?.look(at: device) else { return }
            var isSuspect = false
            while let self, self.turn == turn, !self.live.isClosed {
                let failure = self.failure(of: await self.look(at: device), device, first)
                if let failure, isSuspect {
                    if self.turn == turn { onLoss(failure) }
                    return
                }
                isSuspect = failure != nil
                do { try await Task.sleep(for: Self.pause) } catch { return }
            }
        }
    }

    /// Returns true if the monitored device is connected but has no input signal. Returns false if no device is
    /// monitored.
    func isGone() async -> Bool {
        guard let device else { return false }
        return await look(at: device) == .lost
    }

    private func look(at device: String) async -> VideoSignal? {
        let found = try? await blocking("looking at the signal of camera \(camera)", within: .seconds(2)) {
            VideoSignal(of: device)
        }
        return found ?? nil
    }

    private func failure(of signal: VideoSignal?, _ device: String, _ first: VideoTimings?) -> GraphFailure? {
        switch signal {
        case .lost:
            GraphFailure(
                .deviceMissing, branch: .source(camera), input: camera,
                message: "camera \(camera): \(device) has lost its signal",
                advice: "Look at the cable, and whether what is at its other end is on.")
        case .present(let timings?):
            first.flatMap { timings.isAlike($0) ? nil : changed(from: $0, to: timings, device) }
        case .present(nil), nil: nil
        }
    }

    private func changed(from first: VideoTimings, to now: VideoTimings, _ device: String) -> GraphFailure {
        GraphFailure(
            .deviceFormat, branch: .source(camera), input: camera,
            message: "camera \(camera): the signal at \(device) was \(first.text), and is \(now.text) now",
            advice: "Set what delivers it to \(first.text), or write `mode: nearest` for cameras.\(camera).")
    }
}
