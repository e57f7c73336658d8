import DualCamConfig
import DualCamSession

extension Heartbeat {
    mutating func take(_ news: SessionEvent.Workload) {
        (load, queue) = (news.load, news.queue)
        shed = news.sheds.map { Shed(step: $0.step.rawValue, reason: $0.reason.rawValue) }
        workload = news.sheds.isEmpty ? "" : ShedWords.summary(of: news) ?? ""
    }
}
