import Soup
import Testing

@Suite struct RateLimitTests {
    /// (milliseconds since the start, whether another request passes)
    @Test(arguments: [
        [(0, true), (0, true), (0, true), (0, false), (99, false), (100, true), (100, false), (200, true)],
        [(0, true), (1000, true), (1000, true), (1000, true), (1000, false)],
        [(0, true), (50, true), (50, true), (50, false), (100, true), (199, false), (200, true)],
    ])
    func aBurstAndThenAPace(steps: [(Int, Bool)]) {
        var limit = RateLimit(each: .milliseconds(100), burst: 3)
        let start = ContinuousClock.now
        for (index, step) in steps.enumerated() {
            #expect(limit.admit(at: start + .milliseconds(step.0)) == step.1, "step \(index)")
        }
    }

    @Test(
        arguments: [
            ("/api/v1/state", ["api", "v1", "state"]), ("/", []), ("//a//", ["a"]), ("/%C3%A9%2Fx", ["é/x"]),
            ("/a%", nil), ("/a%2520b", ["a%20b"]), ("/a/../b", ["a", "..", "b"]),
            ("/a%0", nil), ("/a%00", nil), ("/%FF", nil), ("/%+1", nil),
        ] as [(String, [String]?)])
    func pathsOfRequests(path: String, segments: [String]?) { #expect(WebHead("GET", path: path).segments == segments) }

    @Test(
        arguments: [
            ("", []), ("format=png", [WebField("format", "png")]),
            ("a=1&a=2&b", [WebField("a", "1"), WebField("a", "2"), WebField("b", "")]), ("a=%zz", nil),
        ] as [(String, [WebField]?)])
    func queriesOfRequests(query: String, fields: [WebField]?) {
        #expect(WebHead("GET", path: "/", query: query).query == fields)
    }
}
