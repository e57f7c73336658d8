import DualCamPlan

// MARK: The session's folder
extension ActionExecutor {
    /// Looks once a second, until it is lost.
    func watchFolder(_ time: SessionClock) -> Task<Void, Never> {
        repeating(every: .seconds(1), time) { await lookAtFolder(creating: false) }
    }

    /// A disk that refuses a file may refuse every one.
    func lookAtFolder(after failure: GraphFailure) {
        guard failure.output != nil, SessionFailure(failure).isOnDisk else { return }
        Task { await lookAtFolder(creating: true) }
    }

    func lookAtFolder(creating: Bool) async {
        guard let loss = await watching.perform({ [place] in place.look(creating: creating) }) else { return }
        inputContinuation.yield(.folderLost(loss))
    }
}
