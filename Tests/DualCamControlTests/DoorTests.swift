import DualCamConfig
import DualCamControl
import DualCamPlan
import DualCamSession
import DualCamTestKit
import Foundation
import Testing

/// Real servers, and the clients that people use.
@Suite struct DoorTests {
    @Test func curlDirectsOverTheSocket() async throws {
        let test = try await TestDoors()
        let socket = try #require(test.doors.socket)
        #expect(socket == test.folder.path + "/dualcam/my_take_1-\(getpid()).sock")
        let attributes = try FileManager.default.attributesOfItem(atPath: socket)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let parent = try FileManager.default.attributesOfItem(atPath: test.folder.path + "/dualcam")
        #expect(parent[.posixPermissions] as? Int == 0o700)
        let local = ["--unix-socket", socket]
        func ask(_ words: String...) async throws -> String {
            try await Program.run(["curl", "-sS", "-m", "20", "-w", " %{http_code}"] + local + words).text
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
        #expect(await test.desk.performed.count == 2)
        await test.doors.close()
        #expect(!FileManager.default.fileExists(atPath: socket))
    }

    @Test func pythonFollowsOverAWebSocket() async throws {
        let test = try await TestDoors { $0.listen = ListenAddress(port: 0) }
        let url = try #require(test.doors.url)
        #expect(url.hasPrefix("http://127.0.0.1:"))
        let script = """
            import asyncio, json, sys, websockets
            async def main():
                async with websockets.connect(sys.argv[1]) as socket:
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
                    await websockets.connect(sys.argv[1], origin="http://evil.example")
                except websockets.exceptions.InvalidStatusCode as error:
                    print(error.status_code)
            asyncio.run(main())
            """
        let telling = Task { [desk = test.desk] in
            while !Task.isCancelled {
                await desk.tell(.levels(SoundLevels(peak: [-6], rms: [-9.5]), at: .seconds(1)))
                await Task.yield()
            }
        }
        let words = ["python3", "-c", script, "ws" + url.dropFirst(4) + "/api/v1/events"]
        let output = try await Program.run(["PATH=/usr/bin"] + words)
        telling.cancel()
        #expect(output.text == "state fake\n12.0 [-6.0] [-9.5]\n403\n")
        await test.doors.close()
    }

    @Test func anotherAddressNeedsTokenAndEncryption() async throws {
        let test = try await TestDoors { $0.listen = ListenAddress("0.0.0.0", port: 0) }
        #expect(test.doors.failures == [])
        let url = try #require(test.doors.url).replacing("0.0.0.0", with: "127.0.0.1") + "/api/v1/state"
        let certificate = try #require(test.doors.certificateFile)
        let token = try String(contentsOfFile: try #require(test.doors.tokenFile), encoding: .utf8)
        let key = try FileManager.default.attributesOfItem(atPath: certificate.replacing(".pem", with: "-key.pem"))
        #expect(key[.posixPermissions] as? Int == 0o600)
        let bearer = "Authorization: Bearer " + token.trimmingCharacters(in: .whitespacesAndNewlines)
        #expect(try await Program.curl("--cacert", certificate, url).hasSuffix(" 401"))
        #expect(try await Program.curl("--cacert", certificate, "-H", bearer, url).hasSuffix(" 200"))
        #expect(
            try await Program.curl("--cacert", certificate, "-H", bearer, "-H", "Host: a.example", url).hasSuffix(
                " 403"))
        #expect(try await Program.curl(url.replacing("https:", with: "http:")).hasSuffix(" 000"))
        await test.doors.close()
    }

    @Test func otherPagesAreWelcomeWhereTheyAreNamed() async throws {
        let test = try await TestDoors {
            $0.listen = ListenAddress(port: 0)
            $0.origins = ["https://panel.example"]
        }
        let url = try #require(test.doors.url) + "/api/v1/commands/swap"
        let asked = try await Program.curl(
            "-D", "-", "-X", "OPTIONS", "-H", "Origin: https://panel.example", "-H",
            "Access-Control-Request-Method: POST", url)
        #expect(asked.contains("Access-Control-Allow-Origin: https://panel.example\r\n") && asked.hasSuffix(" 204"))
        #expect(try await Program.curl("-X", "POST", "-H", "Origin: https://panel.example", url).hasSuffix(" 200"))
        #expect(try await Program.curl("-X", "POST", "-H", "Origin: https://evil.example", url).hasSuffix(" 403"))
        await test.doors.close()
    }

    @Test func whatIsInTheWayIsTold() async throws {
        let test = try await TestDoors { $0.listen = ListenAddress(port: 0) }
        let again = await ControlDoors.open(
            Control(), to: test.desk, name: "my take/1",
            DoorPlaces(runtime: test.folder.path, state: "/nowhere", host: "", process: getpid()))
        #expect(
            again.failures.map(\.message) == ["another process listens at '\(try #require(test.doors.socket))' already"]
        )
        chmod(test.folder.path + "/dualcam", 0o755)
        let open = await ControlDoors.open(
            Control(), to: test.desk, name: "a",
            DoorPlaces(runtime: test.folder.path, state: "/nowhere", host: "", process: 1))
        #expect(
            open.failures.map(\.message)
                == ["the folder '\(test.folder.path)/dualcam' is open to other users (mode 755)"])
        let unset = await ControlDoors.open(
            Control(), to: test.desk, name: "a", DoorPlaces(runtime: nil, state: "/nowhere", host: "", process: 1))
        #expect(
            unset.failures.map(\.message)
                == ["XDG_RUNTIME_DIR is not set, so that there is no place for the control socket"])
        await test.doors.close()
    }

    /// The socket of a process that was killed is still there, and nobody listens.
    @Test func aDeadRecordingsSocketIsTakenAway() async throws {
        let folder = try #require(TestFolder.private())
        let stale = folder + "/dualcam/old-1.sock"
        let made = try await Program.run([
            "python3", "-c", "import socket,sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])", stale,
        ])
        #expect(made.code == 0 && FileManager.default.fileExists(atPath: stale))
        let doors = await ControlDoors.open(
            Control(), to: FakeDesk(), name: "new",
            DoorPlaces(runtime: folder, state: "/nowhere", host: "", process: 2))
        #expect(doors.failures == [])
        #expect(!FileManager.default.fileExists(atPath: stale))
        await doors.close()
        try FileManager.default.removeItem(atPath: folder)
    }
}

private enum TestFolder {
    /// A new folder with `dualcam` in it, both for this user alone.
    static func `private`() -> String? {
        let path = "/tmp/dualcam-doors-\(getpid())"
        return mkdir(path, 0o700) == 0 && mkdir(path + "/dualcam", 0o700) == 0 ? path : nil
    }
}
