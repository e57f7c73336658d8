import DualCamTestKit
import Foundation
import Testing

/// Recordings of `device: screen`, from an X server that the test starts.
@Suite(.serialized, .enabled(if: ScreenServer.isPossible), .tags(.process)) struct ScreenTests {
    @Test func theScreenIsRecordedWithBarsAndProven() async throws {
        let server = try ScreenServer(size: "360x360")
        defer { server.stop() }
        #expect(try await Tool.run("/usr/bin/xsetroot", ["-display", server.name, "-solid", "white"]).code == 0)
        let recording = try await Recorder(
            pipeline: """
                cameras: {desk: {device: "screen:\(server.name)", size: 640x360, rate: 5}}
                microphone: none
                encoders: {default: {use: jpeg}}
                recording: {container: mkv, segment: off, duration: 2s}
                """
        ).record()
        #expect(recording.code == 0, "\(recording.errors)")
        #expect(recording.first("input-lost") == nil, "\(recording.errors)")
        let file = try recording.path("_desk.mkv")
        // The square screen is in the middle, with bars at both sides.
        #expect(try await Self.brightness(of: file, left: 300) > 200)
        #expect(try await Self.brightness(of: file, left: 40) < 40)
        let session = String(try recording.path("/session.json").dropLast("/session.json".count))
        let audit = try await Tool.run(Tool.dualcam, ["audit", session])
        #expect(audit.code == 0 && audit.text.contains("Proven"), "\(audit.text)\(audit.errors)")
    }

    /// Xlib ends the recording process when the X server ends. The next process records the other camera, although a
    /// recording does not start while a camera is missing.
    @Test func aServerThatEndsCostsNoOtherCamera() async throws {
        let server = try ScreenServer(size: "360x360")
        defer { server.stop() }
        let begun = Lock(0)
        let recording = try await Recorder(
            pipeline: """
                cameras:
                  desk: {device: "screen:\(server.name)", size: 640x360, rate: 5}
                  front: {device: test, size: 320x180, rate: 5}
                microphone: none
                encoders: {default: {use: jpeg}}
                recording: {container: mkv, segment: off}
                """,
            interruptions: [Interruption(SIGINT) { $0.event == "status" && begun.with { $0 } == 2 }],
            watch: { event in
                if event.event == "recording" { begun.with { $0 += 1 } }
                if event.event == "status", begun.with({ $0 }) == 1 { server.stop() }
            }
        ).record()
        #expect(recording.code == 0, "\(recording.errors)")
        #expect(begun.with { $0 } == 2, "\(recording.errors)")
        let files = recording.events.filter { $0.event == "file-finished" }.compactMap(\.output)
        #expect(files.contains("front") && !files.dropFirst(1).contains("desk"), "\(files)")
    }

    @Test func aServerThatIsNotThereIsNamed() async throws {
        let recording = try await Recorder(
            pipeline: "cameras: {desk: {device: \"screen::987\", size: 640x360, rate: 5}}\nmicrophone: none\n"
        ).record()
        #expect(recording.code == 69, "\(recording.errors)")
        let text = recording.errors
        #expect(text.contains("camera desk: no X server :987 answers this user"), "\(text)")
        #expect(text.components(separatedBy: "no X server").count == 2, "\(text)")
    }

    /// Returns the mean luma of 20x20 pixels at half the height of the first frame.
    private static func brightness(of file: String, left: Int) async throws -> Double {
        let looked = try await Tool.run(
            "/usr/bin/ffmpeg",
            [
                "-v", "error", "-i", file, "-frames:v", "1", "-vf",
                "format=gray,crop=20:20:\(left):170,signalstats,metadata=print:key=lavfi.signalstats.YAVG:file=-",
                "-f", "null", "-",
            ])
        let value = looked.text.split(separator: "=").last.map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
        return try #require(value.flatMap(Double.init), "\(looked.text)\(looked.errors)")
    }
}

/// An X server without a monitor, with a free display number.
private struct ScreenServer {
    private static let program = "/usr/bin/Xvfb"
    static let isPossible = [program, "/usr/bin/xsetroot"].allSatisfy(FileManager.default.isExecutableFile)

    /// The display's name, such as `:99`.
    let name: String
    private let process: Process

    init(size: String) throws {
        process = Process()
        process.executableURL = URL(filePath: Self.program)
        process.arguments = ["-displayfd", "1", "-screen", "0", size + "x24", "-nolisten", "tcp", "-noreset"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var text = ""
        while !text.contains("\n") {
            let more = output.fileHandleForReading.availableData
            if more.isEmpty { break }
            text += String(decoding: more, as: UTF8.self)
        }
        let number = text.trimmingCharacters(in: .whitespacesAndNewlines)
        try #require(Int(number) != nil, "Xvfb does not start")
        name = ":" + number
    }

    /// Ends the server. It may have inherited a mask that blocks SIGTERM, so this uses SIGKILL.
    func stop() { kill(process.processIdentifier, SIGKILL) }
}
