import DualCamSession
import Soup
import Testing

@testable import DualCamControl

@Suite struct AccessCookieTests {
    private static let token = "0123456789abcdef"
    private static var cookie: String {
        let field = rules().cookie(for: .director)?.field.value ?? ""
        return String(field.prefix { $0 != ";" })
    }

    private static func rules(isEncrypted: Bool = false) -> AccessRules {
        var rules = AccessRules()
        rules.token = AccessToken(token)
        rules.isEncrypted = isEncrypted
        rules.origins = ["https://panel.example"]
        return rules
    }

    private static let requests: [(String, [(String, String)], String?)] = [
        ("GET", [], nil), ("HEAD", [], nil), ("GET", [("sec-fetch-site", "same-origin")], nil),
        ("GET", [("sec-fetch-site", "none")], nil), ("GET", [("origin", "http://localhost:80")], nil),
        ("GET", [("sec-fetch-site", "same-site")], "unauthorized"),
        ("GET", [("sec-fetch-site", "cross-site")], "bad-origin"),
        ("GET", [("origin", "http://localhost:81")], "bad-origin"),
        ("POST", [], "unauthorized"), ("PUT", [], "unauthorized"), ("OPTIONS", [], "unauthorized"),
        ("POST", [("sec-fetch-site", "same-origin")], "unauthorized"),
        ("GET", [("upgrade", "websocket")], "unauthorized"),
        ("GET", [("upgrade", "websocket"), ("sec-websocket-protocol", "dualcam.v1")], "unauthorized"),
        ("GET", [("authorization", "Bearer wrong")], "unauthorized"),
        ("POST", [("authorization", "Bearer 0123456789abcdef")], nil),
        ("GET", [("cookie", "dualcam=0123456789abcdef")], "unauthorized"),
    ]

    @Test(arguments: requests)
    func aCookieLetsItsOwnPageLook(method: String, fields: [(String, String)], code: String?) {
        let all = [("host", "localhost:80"), ("cookie", "a=1; \(Self.cookie); b=2")] + fields
        let head = WebHead(method, path: "/api/v1/sessions", fields: all.map { WebField($0.0, $0.1) })
        #expect(Self.rules().refusal(of: head)?.code.word == code)
    }

    @Test(arguments: ["", "dualcam=", "dualcam=0123456789abcdef", "x\(cookie)", "\(cookie)0", "\(cookie.dropLast())"])
    func anotherCookieIsNone(cookie: String) {
        let head = WebHead("GET", path: "/", fields: [WebField("host", "localhost"), WebField("cookie", cookie)])
        #expect(Self.rules().refusal(of: head)?.code.word == "unauthorized")
    }

    @Test func itIsSecuredAndDoesNotHoldTheToken() throws {
        let plain = try #require(Self.rules().cookie(for: .director)?.field)
        #expect(plain.name == "Set-Cookie" && plain.value.hasPrefix("dualcam="))
        #expect(plain.value.hasSuffix("; HttpOnly; SameSite=Strict; Path=/api/v1"))
        #expect(!plain.value.contains(Self.token))
        #expect(Self.rules(isEncrypted: true).cookie(for: .director)?.field.value == plain.value + "; Secure")
        #expect(AccessRules().cookie(for: .director) == nil)
    }

    @Test func whoHasTheTokenGetsOne() async throws {
        let endpoint = ControlRoutes(FakeController(), Self.rules(), snapshots: SnapshotLimiter())
        let fields = [WebField("host", "localhost"), WebField("authorization", "Bearer \(Self.token)")]
        let head = WebHead("POST", path: "/api/v1/entry", fields: fields)
        #expect(endpoint.refusal(of: head) == nil)
        let response = await endpoint.response(to: WebRequest(head))
        #expect(response.status == 204 && response.fields.contains { $0.value.hasPrefix(Self.cookie + ";") })
    }
}
