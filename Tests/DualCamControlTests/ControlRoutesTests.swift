@testable import DualCamConfig
@testable import DualCamControl
import DualCamPlan
@testable import DualCamRecordings
@testable import DualCamSession
import DualCamTestKit
import Foundation
import Testing

/// Real servers and common clients.
@Suite struct ControlRoutesTests {
    @Test func curlDirectsOverTheSocket() async throws {
        let test = try await TestEndpoints()
        let socket = try #require(test.endpoints.address.socket)
        #expect(socket == test.folder.path + "/dualcam/my_take_1-\(getpid()).sock")
        let attributes = try FileManager.default.attributesOfItem(atPath: socket)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let parent = try FileManager.default.attributesOfItem(atPath: test.folder.path + "/dualcam")
        #expect(parent[.posixPermissions] as? Int == 0o700)
        let local = ["--unix-socket", socket]
        func ask(_ words: String...) async throws -> String {
            try await Program.run(["curl", "-sS", "-m", "120", "-w", " %{http_code}"] + local + words).text
        }
        let json = "Content-Type: application/json"
        let base = "http://localhost/api/v1/"
        #expect(try await ask(base + "state").hasPrefix(#"{"name":"fake","phase":"recording","folder":"/films/1","#))
        #expect(
            try await ask(base + "commands/layout", "-H", json, "-d", #"{"layout":"stacked"}"#)
                == "{\"at\":12.0,\"layout\":\"stacked\"}\n 200")
        #expect(try await ask(base + "commands/layout", "-H", json, "-d", #"{"layout":"broken"}"#).hasSuffix(" 422"))
        #expect(try await ask(base + "commands/layout", "-d", #"{"layout":"pip"}"#).hasSuffix(" 415"))
        #expect(try await ask(base + "commands/layuot", "-H", json, "-d", "{}").hasSuffix(" 404"))
        #expect(try await ask(base + "commands/swap", "-X", "POST").hasSuffix("{\"at\":12.0}\n 200"))
        #expect(try await ask(base + "snapshots/front").hasSuffix(" 422"))
        let picture = try await ask("-o", "/dev/null", "-D", "-", base + "snapshots/back?format=png")
        #expect(picture.contains("X-Running-Time: 3.0\r\n") && picture.contains("Content-Type: image/png\r\n"))
        #expect(await test.controller.performed.count == 2)
        await test.endpoints.close()
        #expect(!FileManager.default.fileExists(atPath: socket))
    }

    @Test func pythonFollowsOverAWebSocket() async throws {
        let test = try await TestEndpoints { $0.listen = ListenAddress(port: 0) }
        let url = try #require(test.endpoints.address.url)
        #expect(url.hasPrefix("http://127.0.0.1:"))
        let script = """
            import asyncio, inspect, json, sys, websockets
            # Version 14 has other names for the headers and for what a server refuses.
            names = inspect.signature(websockets.connect).parameters
            name = "additional_headers" if "additional_headers" in names else "extra_headers"
            async def main():
                headers = {name: {"Authorization": "Bearer " + sys.argv[2]}}
                async with websockets.connect(sys.argv[1], **headers) as socket:
                    first = json.loads(await socket.recv())
                    print(first["event"], first["name"])
                    await socket.send(json.dumps({"id": 5, "command": "gain", "arguments": {"gain": "3dB"}}))
                    answered = told = None
                    while not (answered and told):
                        message = json.loads(await socket.recv())
                        if message.get("id") == 5: answered = message["answer"]
                        if message.get("event") == "levels": told = message
                    print(answered["at"], told["peak"], told["rms"])
                try:
                    await websockets.connect(sys.argv[1], origin="http://evil.example", **headers)
                except websockets.exceptions.InvalidHandshake as error:
                    print(error.response.status_code if hasattr(error, "response") else error.status_code)
            asyncio.run(main())
            """
        let eventTask = Task { [controller = test.controller] in
            while !Task.isCancelled {
                await controller.tell(.levels(SoundLevels(peak: [-6], rms: [-9.5]), at: .seconds(1)))
                await Task.yield()
            }
        }
        let words = ["python3", "-c", script, "ws" + url.dropFirst(4) + "/api/v1/events", try test.token]
        let output = try await Program.run(["PATH=/usr/bin"] + words)
        eventTask.cancel()
        #expect(output.text == "state fake\n12.0 [-6.0] [-9.5]\n403\n")
        await test.endpoints.close()
    }

    @Test func anotherAddressNeedsTokenAndEncryption() async throws {
        let test = try await TestEndpoints { $0.listen = ListenAddress("0.0.0.0", port: 0) }
        #expect(test.endpoints.failures == [])
        let url = try #require(test.endpoints.address.url).replacing("0.0.0.0", with: "127.0.0.1") + "/api/v1/state"
        let certificate = try #require(test.endpoints.address.certificate)
        let key = try FileManager.default.attributesOfItem(atPath: certificate.replacing(".pem", with: "-key.pem"))
        #expect(key[.posixPermissions] as? Int == 0o600)
        let bearer = "Authorization: Bearer " + (try test.token)
        #expect(try await Program.curl("--cacert", certificate, url).hasSuffix(" 401"))
        #expect(try await Program.curl("--cacert", certificate, "-H", bearer, url).hasSuffix(" 200"))
        #expect(
            try await Program.curl("--cacert", certificate, "-H", bearer, "-H", "Host: a.example", url).hasSuffix(
                " 403"))
        #expect(try await Program.curl(url.replacing("https:", with: "http:")).hasSuffix(" 000"))
        await test.endpoints.close()
    }

    /// Events are not sent to a server whose certificate is not trusted.
    @Test func eventsGoToNoStranger() async throws {
        let test = try await TestEndpoints {
            $0.listen = ListenAddress(port: 0)
            $0.tls = .on
        }
        let url = try #require(test.endpoints.address.url)
        let post = EventPost(body: "{}", event: "marked", session: "", key: "1", agent: "test")
        let outcome = await onOwnThread { post.send(to: url, patience: .seconds(120)) }
        guard url.hasPrefix("https://"), case .failed(let reason) = outcome else {
            Issue.record("\(url): \(outcome)")
            return
        }
        #expect(reason.contains("certificate"), "\(reason)")
        await test.endpoints.close()
    }

    @Test func otherPagesAreWelcomeWhereTheyAreNamed() async throws {
        let test = try await TestEndpoints {
            $0.listen = ListenAddress(port: 0)
            $0.origins = ["https://panel.example"]
        }
        let url = try #require(test.endpoints.address.url) + "/api/v1/commands/swap"
        let bearer = "Authorization: Bearer " + (try test.token)
        let asked = try await Program.curl(
            "-D", "-", "-X", "OPTIONS", "-H", "Origin: https://panel.example", "-H",
            "Access-Control-Request-Method: POST", url)
        #expect(asked.contains("Access-Control-Allow-Origin: https://panel.example\r\n") && asked.hasSuffix(" 204"))
        #expect(!asked.contains(try test.token) && !asked.contains("fake"))
        #expect(try await Program.curl("-X", "OPTIONS", url).hasSuffix(" 401"))
        #expect(try await Program.curl("-X", "OPTIONS", "-H", "Origin: https://evil.example", url).hasSuffix(" 403"))
        let panel = "Origin: https://panel.example"
        #expect(try await Program.curl("-X", "POST", "-H", panel, url).hasSuffix(" 401"))
        #expect(try await Program.curl("-X", "POST", "-H", panel, "-H", bearer, url).hasSuffix(" 200"))
        let evil = "Origin: https://evil.example"
        #expect(try await Program.curl("-X", "POST", "-H", evil, "-H", bearer, url).hasSuffix(" 403"))
        await test.endpoints.close()
    }

    @Test func whatIsInTheWayIsTold() async throws {
        let test = try await TestEndpoints { $0.listen = ListenAddress(port: 0) }
        let again = await ControlServer.open(
            Control(), to: test.controller, name: "my take/1",
            EndpointPlaces(sockets: test.folder.path + "/dualcam", state: "/nowhere", host: "", process: getpid()))
        #expect(
            again.failures.map(\.message) == [
                "another process listens at '\(try #require(test.endpoints.address.socket))' already"
            ]
        )
        chmod(test.folder.path + "/dualcam", 0o755)
        let open = await ControlServer.open(
            Control(), to: test.controller, name: "a",
            EndpointPlaces(sockets: test.folder.path + "/dualcam", state: "/nowhere", host: "", process: 1))
        #expect(
            open.failures.map(\.message)
                == ["the folder '\(test.folder.path)/dualcam' is open to other users (mode 755)"])
        await test.endpoints.close()
    }

    /// Metrics and health need the token over TCP, like all other routes.
    @Test func figuresAndHealthAreTold() async throws {
        let test = try await TestEndpoints { $0.listen = ListenAddress(port: 0) }
        let url = try #require(test.endpoints.address.url)
        let bearer = "Authorization: Bearer " + (try test.token)
        #expect(try await Program.curl("-H", bearer, url + "/metrics") == "dualcam_recording 1\n 200")
        #expect(try await Program.curl(url + "/metrics").hasSuffix(" 401"))
        #expect(try await Program.curl(url + "/healthz").hasSuffix(" 401"))
        #expect(
            try await Program.curl("-H", bearer, url + "/healthz")
                == #"{"well":true,"phase":"recording","lost":[],"reason":null}"# + "\n 200")
        let socket = try #require(test.endpoints.address.socket)
        #expect(try await Program.curl("--unix-socket", socket, "http://localhost/healthz").hasSuffix(" 200"))
        #expect(
            try await Program.curl("-X", "POST", "--unix-socket", socket, "http://localhost/metrics").hasSuffix(" 405"))
        await test.endpoints.close()
    }

    @Test func loopbackAsksForTheTokenToo() async throws {
        let test = try await TestEndpoints { $0.listen = ListenAddress(port: 0) }
        let url = try #require(test.endpoints.address.url)
        let file = try #require(test.endpoints.address.tokenFile)
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
        #expect(test.endpoints.link == url + "/#token=" + (try test.token))
        #expect(test.endpoints.notes == [])
        // The link is only sent to this user, over the socket, and not over TCP.
        let socket = try #require(test.endpoints.address.socket)
        let place = ["--unix-socket", socket, "http://localhost/api/v1/link"]
        #expect(try await Program.curl(place[0], place[1], place[2]).contains(try #require(test.endpoints.link)))
        let asked = try await Program.curl("-H", "Authorization: Bearer " + (try test.token), url + "/api/v1/link")
        #expect(asked.contains("{\"link\":null,\"viewers\":null}"))
        let state = url + "/api/v1/state"
        #expect(try await Program.curl(state).hasSuffix(" 401"))
        #expect(try await Program.curl("-X", "POST", url + "/api/v1/commands/stop").hasSuffix(" 401"))
        #expect(try await Program.curl("-o", "/dev/null", url + "/api/v1/snapshots/back").hasSuffix(" 401"))
        #expect(try await Program.curl("-H", "Authorization: Bearer " + (try test.token), state).hasSuffix(" 200"))
        await test.endpoints.close()
    }

    @Test func theTokenCanBeTurnedOff() async throws {
        let test = try await TestEndpoints {
            $0.listen = ListenAddress(port: 0)
            $0.token = .off
        }
        let url = try #require(test.endpoints.address.url)
        #expect(test.endpoints.link == nil && test.endpoints.address.tokenFile == nil)
        #expect(
            test.endpoints.notes.map(\.message) == [
                "control.token is off: every user and program of this machine can direct the recording at \(url)"
            ])
        #expect(try await Program.curl(url + "/api/v1/state").hasSuffix(" 200"))
        await test.endpoints.close()
    }

    /// The socket file of a killed process still exists, but no process listens.
    @Test func aDeadRecordingsSocketIsTakenAway() async throws {
        let folder = try #require(TestFolder.private())
        let stale = folder + "/dualcam/old-1.sock"
        let made = try await Program.run([
            "python3", "-c", "import socket,sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])", stale,
        ])
        #expect(made.code == 0 && FileManager.default.fileExists(atPath: stale))
        let endpoints = await ControlServer.open(
            Control(), to: FakeController(), name: "new",
            EndpointPlaces(sockets: folder + "/dualcam", state: "/nowhere", host: "", process: 2))
        #expect(endpoints.failures == [])
        #expect(!FileManager.default.fileExists(atPath: stale))
        await endpoints.close()
        try FileManager.default.removeItem(atPath: folder)
    }
}

/// Files of others in the folders of the endpoints.
@Suite struct ControlSocketFolderTests {
    /// Only this user's sockets on which no process listens are removed.
    @Test func whatIsNoSocketStays() async throws {
        let folder = try #require(TemporaryFolder())
        let sockets = folder.path + "/dualcam"
        #expect(mkdir(sockets, 0o700) == 0)
        for name in ["x.sock", "new-2.sock"] { folder.write("a film", to: "dualcam/" + name) }
        #expect(symlink(sockets + "/x.sock", sockets + "/link.sock") == 0)
        let places = EndpointPlaces(sockets: folder.path + "/dualcam", state: "/nowhere", host: "", process: 2)
        let endpoints = await ControlServer.open(Control(), to: FakeController(), name: "new", places)
        #expect(
            endpoints.failures.map(\.message) == [
                "'\(sockets)/new-2.sock' is in the way of the control socket: it is not a socket of this user's"
            ])
        await endpoints.close()
        let names = try FileManager.default.contentsOfDirectory(atPath: sockets).sorted()
        #expect(names == ["link.sock", "new-2.sock", "x.sock"])
        #expect(try String(contentsOfFile: sockets + "/new-2.sock", encoding: .utf8) == "a film")
    }

    /// dualcam's own certificate that was cut off, or does not match its key, is replaced.
    @Test(arguments: ["empty", "damaged", "other key"])
    func aCertificateThatCannotBeUsedIsReplaced(fault: String) async throws {
        let test = try await TestEndpoints { $0.listen = ListenAddress("0.0.0.0", port: 0) }
        let certificate = try #require(test.endpoints.address.certificate)
        let key = certificate.replacing(".pem", with: "-key.pem")
        await test.endpoints.close()
        switch fault {
        case "empty": #expect(truncate(certificate, 0) == 0)
        case "damaged": #expect(truncate(certificate, 200) == 0)
        default:
            let made = try await Program.run([
                "openssl", "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", key,
            ])
            #expect(made.code == 0)
        }
        var control = Control()
        control.listen = ListenAddress("0.0.0.0", port: 0)
        let places = EndpointPlaces(
            sockets: test.folder.path + "/dualcam", state: test.folder.path + "/state", host: "TakeLoop",
            process: getpid())
        for isAgain in [false, true] {
            let endpoints = await ControlServer.open(control, to: FakeController(), name: "again", places)
            #expect(endpoints.failures == [])
            let note =
                "the self-signed certificate '\(certificate)' and its key '\(key)' were damaged or did not fit each other; both were created again"
            #expect(endpoints.notes.map(\.message) == (isAgain ? [] : [note]))
            let url = try #require(endpoints.address.url).replacing("0.0.0.0", with: "127.0.0.1") + "/api/v1/state"
            let bearer = "Authorization: Bearer " + (try test.token)
            #expect(try await Program.curl("--cacert", certificate, "-H", bearer, url).hasSuffix(" 200"))
            await endpoints.close()
        }
    }
}

private enum TestFolder {
    /// Returns a new folder with a subfolder `dualcam`, both accessible by this user only.
    static func `private`() -> String? {
        let path = "/tmp/dualcam-control-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        return mkdir(path, 0o700) == 0 && mkdir(path + "/dualcam", 0o700) == 0 ? path : nil
    }
}
