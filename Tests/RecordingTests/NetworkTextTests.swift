import DualCamRecordings
import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// The rule for all texts and paths that arrive over the network: they must not reveal files or secrets. The routes
    /// are read from the program's own description, so that new ones are tested too.
    @Suite(.serialized) struct NetworkTexts {
        private static let secret = "s3cretOfTheServer"
        /// The content of files outside the session.
        private static let content = "contentOfAnotherFile"

        /// A route that takes arguments, by its path below `/api/v1`.
        private struct Route {
            var method: String
            var path: String
            var example: [JSONValue.Member]
            /// The arguments that are strings or lists of strings, each with the values to try.
            var texts: [(name: String, forms: [String])]

            /// Returns `nil` if the route takes no text.
            init?(_ method: String, _ path: String, _ description: JSONValue) {
                let schema = description["requestBody"]?["content"]?["application/json"]?["schema"]
                let properties = schema?["properties"]?.members ?? []
                texts = properties.filter { Self.takesText($0.value) }.map { property in
                    let explanation = property.value["description"]?.text ?? ""
                    let isDocument = explanation.contains(/file|list/)
                    return (property.key, NetworkTexts.forms + (isDocument ? NetworkTexts.documents : []))
                }
                guard !texts.isEmpty else { return nil }
                self.method = method.uppercased()
                let below = path.replacing("/api/v1/", with: "").replacing("{session}", with: "take")
                self.path = below
                example = schema?["examples"]?.list?.first?.members ?? []
            }

            private static func takesText(_ schema: JSONValue) -> Bool {
                let types = schema["type"]?.list?.compactMap(\.text) ?? [schema["type"]?.text].compactMap(\.self)
                let choices = (schema["anyOf"]?.list ?? []) + (schema["oneOf"]?.list ?? [])
                return types.contains("string") || types.contains("array") || choices.contains(where: takesText)
            }

            func body(_ name: String, _ text: String) -> JSONValue {
                .object(example.filter { $0.key != name } + [.init(name, .string(text))])
            }
        }

        /// Texts in which `@` is replaced by a path or variable that the sender must not read.
        private static let forms = ["@", "file:@", "../@", "back=@,front=@", "mark:@"]
        /// Such texts for arguments that contain the text of a file.
        private static let documents =
            [
                "cuts: [{at: \"@\"}]", "1\n00:00:00,000 --> 00:00:01,000\n@\n",
                "cameras: {back: {device: test, size: \"@\"}}\nrecording: {directory: \"@\"}\n",
                "cameras: {back: {device: \"file:@\", look: \"@\"}}\nhooks: {finished: \"@\"}\n",
            ]
            + [
                "layout: \"@\"", "main: \"@\"", "inset: \"@\"", "over: \"@\"", "easing: \"@\"", "transition: \"@\"",
                "set: {combined.overlays.a.text: \"@\"}", "set: {combined.overlays.a.image: \"@\"}",
                "set: {combined.look: \"@\"}", "set: {combined.inset.size: \"@\"}", "set: {cameras.back.look: \"@\"}",
            ].map { "cuts: [{at: 1s, \($0)}]" }

        private static func session(in folder: TemporaryFolder) async throws -> String {
            let made = try await Composing.record(when: "both", [["mark", "one"]], seconds: 2, height: 180)
            let session = made.session
            let directory = folder.path + "/rec"
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: session, toPath: directory + "/take")
            return directory
        }

        @Test func noRouteTellsTheEnvironmentOrAnotherFile() async throws {
            let folder = try #require(TemporaryFolder())
            let directory = try await Self.session(in: folder)
            for name in ["there.cube", "there.png", "there.yaml"] {
                folder.write(Self.content + " 1 2\n", to: "elsewhere/" + name)
            }
            let elsewhere = folder.path + "/elsewhere/"
            let recording = try await ServedLibrary.show(
                directory, more: "combined: {layout: grid, overlays: {a: {text: \"${SERVER_SECRET:-x}\"}}}\n",
                environment: ["SERVER_SECRET": Self.secret, "DUALCAM_PUBLISH_PASSWORD": Self.secret]
            ) { library in
                let routes = try await Self.routes(of: library)
                // Some known routes, to check that the description was understood.
                let known = [
                    "sessions/take/compose", "sessions/take/export", "pipeline", "commands/look", "sessions/take/share",
                ]
                for path in known { #expect(routes.contains { $0.path == path }, "\(path)") }
                for route in routes {
                    for (name, forms) in route.texts {
                        for form in forms { try await Self.ask(library, route, name, form, elsewhere) }
                    }
                }
                // All requests are refused before any work begins, or do no harm.
                let works = try await Self.ended(library)
                #expect(works.list != nil && !works.line.contains(Self.secret), "\(works.line)")
                // Clients that only watch see nothing of a cut list.
                for work in works.list ?? [] where work["kind"] == "compose" && work["state"] == "failed" {
                    #expect(work["error"]?.text?.contains(/there|gone_|elsewhere/) == false, "\(work.line)")
                }
                for path in ["state", "sessions", "sessions/take", "sessions/take/cuts"] {
                    #expect(try await !library.ask(path).text.contains(Self.content), "\(path)")
                }
            }
            #expect(recording.code == 0, "\(recording.errors)")
            let grep = try await Tool.run("/usr/bin/grep", ["-rlaE", "\(Self.secret)|\(Self.content)", directory])
            #expect(grep.text.isEmpty, "\(grep.text)")
        }

        private static func routes(of library: ServedLibrary) async throws -> [Route] {
            let paths = try await library.ask("openapi.json").json?["paths"]?.members ?? []
            return paths.flatMap { path in
                (path.value.members ?? []).compactMap { method in
                    // `record` is left out, because a take would end the standby.
                    path.key.hasSuffix("/record") ? nil : Route(method.key, path.key, method.value)
                }
            }
        }

        /// Sends an argument with a variable, with the path of an existing file elsewhere, and with that of a missing
        /// one. Compares the answers.
        private static func ask(
            _ library: ServedLibrary, _ route: Route, _ name: String, _ form: String, _ elsewhere: String
        ) async throws {
            var answers: [String] = []
            for text in ["${SERVER_SECRET}", elsewhere + "there.cube", elsewhere + "gone_.cube"] {
                let body = route.body(name, form.replacing("@", with: text))
                var answer = try await library.ask(route.path, body, method: route.method)
                if answer.status == 503 {
                    _ = try await ended(library)
                    answer = try await library.ask(route.path, body, method: route.method)
                }
                // A cut list is only read when its job begins. Other jobs that were accepted have nothing more to
                // reveal.
                if answer.status == 202, name != "edit", let id = answer.json?["job"]?["id"]?.count {
                    _ = try await library.ask("jobs/\(id)", method: "DELETE")
                }
                #expect(!answer.text.contains(secret), "\(route.path) \(body.line): \(answer.text)")
                #expect(!answer.text.contains(content), "\(route.path) \(body.line): \(answer.text)")
                // Long texts are quoted only in part.
                let told = answer.text.replacing(/elsewhere\/[a-z_.]*/, with: "").replacing(/"id":\d+/, with: "")
                answers.append("\(answer.status) \(told)")
            }
            #expect(answers[1] == answers[2], "\(route.path) \(name) \(form)")
        }

        /// Waits until no job is running and returns the list of jobs.
        private static func ended(_ library: ServedLibrary) async throws -> JSONValue {
            while true {
                let works = try await library.ask("jobs").json?["jobs"] ?? .null
                guard works.list?.contains(where: { $0["state"] == "running" }) == true else { return works }
                await library.until { $0["event"] == "job" && $0["state"] != "running" }
            }
        }
    }
}
