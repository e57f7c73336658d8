import DualCamPage
import DualCamSession
import Soup
import Testing

@testable import DualCamControl

/// The files of the web page, served beside an interface that needs a token.
@Suite struct PageRoutesTests {
    private func answer(
        _ path: String, method: String = "GET", host: String = "localhost", _ fields: [WebField] = []
    ) async -> WebResponse {
        var rules = AccessRules()
        rules.token = AccessToken("0123456789abcdef")
        let routes = ControlRoutes(FakeController(), rules, snapshots: SnapshotLimiter())
        let head = WebHead(method, path: path, fields: [WebField("host", host)] + fields)
        if let refusal = routes.refusal(of: head) { return refusal }
        return await routes.response(to: WebRequest(head))
    }

    private func value(_ name: String, of response: WebResponse) -> String? {
        response.fields.first { $0.name == name }?.value
    }

    @Test(arguments: ["/", "/takes", "/takes/2026-11-23", "/settings", "/manifest.webmanifest", "/icon.svg"])
    func thePageIsThereWithoutAToken(path: String) async throws {
        let response = await answer(path)
        #expect(response.status == 200)
        #expect(value("X-Content-Type-Options", of: response) == "nosniff")
        #expect(value("Referrer-Policy", of: response) == "no-referrer")
        #expect(value("Cache-Control", of: response) == "no-cache")
        let policy = try #require(value("Content-Security-Policy", of: response))
        #expect(policy.hasPrefix("default-src 'none'; script-src 'self'; style-src 'self';"))
        #expect(policy.contains("frame-ancestors 'none'") && !policy.contains("unsafe"))
    }

    /// All files that the page names exist. They can be cached forever, because their names change with their content.
    @Test func whatThePageNamesIsThere() async throws {
        let page = String(decoding: await answer("/").body, as: UTF8.self)
        let names = page.matches(of: #/(?:src|href)="([^"]+)"/#).map { String($0.1) }
        #expect(names.count == 5)
        for name in names {
            let response = await answer(name)
            #expect(response.status == 200, "\(name)")
            let caching = value("Cache-Control", of: response)
            #expect(caching == (name.hasPrefix("/assets/") ? "public, max-age=31536000, immutable" : "no-cache"))
        }
        #expect(!page.contains("<script>") && !page.contains("style="))
        #expect(await answer("/assets/nothing.js").status == 401)
    }

    @Test(
        arguments: [
            ("gzip, br", true), ("br;q=1, GZIP;q=0.5", true), ("gzip;q=0", false), ("gzip; q=0.0", false),
            ("br", false),
            ("x-gzip", false),
        ])
    func itIsCompressedForThoseWhoTakeThat(accepted: String, isCompressed: Bool) async {
        let response = await answer("/", [WebField("accept-encoding", accepted)])
        #expect(value("Content-Encoding", of: response) == (isCompressed ? "gzip" : nil))
        #expect(response.body.starts(with: isCompressed ? [0x1F, 0x8B] : Array("<!doctype html>".utf8)))
        #expect(value("Vary", of: response) == "Accept-Encoding")
    }

    @Test func aPageThatIsKnownIsNotSentAgain() async throws {
        let tag = try #require(value("ETag", of: await answer("/")))
        for known in [tag, "W/" + tag, "\"other\", \(tag)", "*"] {
            let response = await answer("/", [WebField("if-none-match", known)])
            #expect(response.status == 304 && response.body.isEmpty)
        }
        #expect(await answer("/", [WebField("if-none-match", "\"other\"")]).status == 200)
    }

    @Test func whoMayNotHaveIt() async {
        #expect(await answer("/", host: "evil.example").status == 403)
        #expect(await answer("/", method: "POST").status == 405)
        #expect(await answer("/", method: "HEAD").status == 200)
        // Another page may link to this one, but must not send requests to /api.
        let elsewhere = WebField("sec-fetch-site", "cross-site")
        #expect(await answer("/", [elsewhere]).status == 200)
        #expect(await answer("/api/v1/state", [elsewhere]).status == 403)
        #expect(await answer("/api/v1/state").status == 401)
    }

    /// The size of the files that a browser needs to show the page: script, style, and the largest language.
    @Test func thePageIsSmall() {
        let sizes = PageFile.all.filter { $0.key == "/" || $0.key.hasPrefix("/assets/") }.mapValues {
            $0.gzip?.count ?? 0
        }
        let languages = sizes.filter { file in
            file.key != "/" && !["main-", "chunk-"].contains { file.key.hasPrefix("/assets/" + $0) }
        }
        #expect(sizes.count == 9 && languages.count == 5 && sizes.values.allSatisfy { $0 > 0 })
        let first = sizes.values.reduce(0, +) - languages.values.reduce(0, +) + (languages.values.max() ?? 0)
        #expect(first < 160_000)
    }
}
