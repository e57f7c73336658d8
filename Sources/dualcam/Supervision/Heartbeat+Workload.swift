import DualCamSession
import DualCamSupervision

extension Heartbeat {
    mutating func take(_ news: SessionEvent.Workload) {
        note(news)
        workload = news.sheds.isEmpty ? "" : ShedWords.summary(of: news) ?? ""
    }
}
