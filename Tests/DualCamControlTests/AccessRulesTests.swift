import DualCamSession
import Soup
import Testing

@testable import DualCamControl

@Suite struct AccessRulesTests {
    /// Rules for loopback without a token; the host is named `studio`, and pages of one other server are allowed.
    private static var rules: AccessRules {
        var rules = AccessRules()
        rules.hosts = ["studio", "studio.local"]
        rules.origins = ["https://panel.example:8443"]
        return rules
    }

    @Test(
        arguments: [
            ("127.0.0.1:8080", nil), ("localhost", nil), ("[::1]:8080", nil), ("STUDIO:1", nil), ("studio.local", nil),
            ("panel.example:8443", nil), ("panel.example", "bad-host"), ("evil.example", "bad-host"),
            ("127.0.0.1.evil.example", "bad-host"), ("localhost.evil.example", "bad-host"), ("", "bad-host"),
            (":80", "bad-host"), ("localhost:x", "bad-host"), ("[::1", "bad-host"), ("a@localhost", "bad-host"),
            ("127.0.0.256", "bad-host"),
        ] as [(String, String?)])
    func hosts(host: String, code: String?) {
        let head = WebHead("GET", path: "/", fields: [WebField("host", host)])
        #expect(Self.rules.refusal(of: head)?.code.word == code)
    }

    @Test(
        arguments: [
            ([], nil), (["http://localhost:80"], nil), (["https://panel.example:8443"], nil),
            (["https://localhost:80"], "bad-origin"), (["http://localhost"], "bad-origin"), (["null"], "bad-origin"),
            (["http://evil.example"], "bad-origin"), (["http://localhost:80", "http://localhost:80"], "bad-origin"),
        ] as [([String], String?)])
    func origins(origins: [String], code: String?) {
        let fields = [WebField("host", "localhost:80")] + origins.map { WebField("origin", $0) }
        #expect(Self.rules.refusal(of: WebHead("POST", path: "/", fields: fields))?.code.word == code)
    }

    @Test func aPictureForAnotherPageIsRefused() {
        let fields = [WebField("host", "localhost"), WebField("sec-fetch-site", "cross-site")]
        #expect(Self.rules.refusal(of: WebHead("GET", path: "/", fields: fields))?.code.word == "bad-origin")
    }

    @Test(
        arguments: [
            ([WebField("authorization", "Bearer 0123456789abcdef")], nil),
            ([WebField("authorization", "bearer  0123456789abcdef")], nil),
            ([WebField("sec-websocket-protocol", "dualcam.v1, bearer.0123456789abcdef")], nil),
            ([], "unauthorized"), ([WebField("authorization", "Bearer 0123456789abcdeF")], "unauthorized"),
            ([WebField("authorization", "Bearer 0123456789abcde")], "unauthorized"),
            ([WebField("authorization", "Bearer 0123456789abcdef0")], "unauthorized"),
            ([WebField("authorization", "Basic 0123456789abcdef")], "unauthorized"),
            ([WebField("authorization", "Bearer")], "unauthorized"),
            (
                [WebField("authorization", "Bearer x"), WebField("authorization", "Bearer 0123456789abcdef")],
                "unauthorized"
            ),
        ] as [([WebField], String?)])
    func tokens(fields: [WebField], code: String?) {
        var rules = Self.rules
        rules.token = AccessToken("0123456789abcdef")
        let head = WebHead("GET", path: "/", fields: [WebField("host", "localhost")] + fields)
        #expect(rules.refusal(of: head)?.code.word == code)
    }

    @Test func madeTokensAreLongAndNeverTheSame() {
        let tokens = Set((0..<100).map { _ in AccessToken.made().text })
        #expect(tokens.count == 100)
        #expect(tokens.allSatisfy { $0.utf8.count == 64 && $0.allSatisfy(\.isHexDigit) })
        #expect(AccessToken("0123456789abcde") == nil)
        #expect(AccessToken("0123456789 abcdef") == nil)
    }
}
