internal import DualCamConfig
public import DualCamPlan
internal import GStreamer

extension LiveGraph {
    public func direct(_ direction: Direction) async throws(GraphFailure) -> RunningTime? {
        guard !isClosed else { throw .unable("nothing is recorded any more") }
        switch direction {
        case .picture(let picture): return try await show(picture)
        case .sound(let sound): return try await hear(sound)
        case .controls(let cameras): return try await set(cameras)
        case .bitrate(let output, let bitrate): return try await set(bitrate, of: output)
        case .microphone(let name, let device): return try await change(name, to: device)
        case .pause: return try pause()
        case .resume: return try resume()
        }
    }
}

extension GraphFailure {
    /// What was directed cannot be done.
    static func unable(_ reason: String, advice: String = "") -> GraphFailure {
        GraphFailure(.refused, message: reason, advice: advice)
    }
}
