internal import DualCamPlan

extension LiveGraph {
    func loseMicrophone() async throws(GraphFailure) {}

    func reopenMicrophone() async throws(GraphFailure) {}
}
