import DualCamSession
import Soup

extension WebRequest {
    /// Reads the arguments; no body stands for none.
    func arguments() throws(RouteRefusal) -> JSONValue {
        guard !body.isEmpty else { return .object([]) }
        let types = head.values(of: "content-type").map { $0.prefix { $0 != ";" }.lowercased() }
        guard types == ["application/json"] else {
            throw RouteRefusal(
                .unsupportedMediaType, "The arguments are not said to be JSON.",
                advice: "Send 'Content-Type: application/json'.")
        }
        guard let text = String(validating: body, as: UTF8.self) else {
            throw RouteRefusal(.control(.badRequest), "The arguments are not UTF-8.", advice: "Send JSON in UTF-8.")
        }
        do throws(JSONFailure) { return try JSONValue(parsing: text) } catch { throw RouteRefusal(error) }
    }
}
