import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

/// Files that commands name.
@Suite struct CommandFileTests {
    @Test(
        arguments: [
            ("look", #"{"look":"film.cube"}"#, CommandFile.colourTable("film.cube")),
            ("look", #"{"look":"/l/FILM.CUBE","camera":"back"}"#, .colourTable("/l/FILM.CUBE")),
            ("look", #"{"look":"vivid"}"#, nil), ("look", #"{"intensity":"10%"}"#, nil),
            ("microphone", #"{"device":"file:/c/clip.mp4"}"#, .clip("/c/clip.mp4")),
            ("microphone", #"{"device":"pulse:file:x"}"#, nil),
            ("overlay", #"{"overlay":"title","text":"a.cube"}"#, nil),
        ] as [(String, String, CommandFile?)])
    func whichCommandsNameFiles(name: String, arguments: String, file: CommandFile?) throws {
        #expect(try ControlCommand(named: name, try JSONValue(parsing: arguments)).file == file)
    }

    @Test(
        arguments: [
            (Setting("microphone.device", "file:a.mp4"), CommandFile.clip("a.mp4")),
            (Setting("microphones.room.device", "file:a.mp4"), .clip("a.mp4")),
            (Setting("microphone.device", "test"), nil), (Setting("cameras.back.device", "file:a.mp4"), nil),
        ] as [(Setting, CommandFile?)])
    func settingsThatNameClips(setting: Setting, file: CommandFile?) { #expect(setting.clip == file) }

    /// Other commands are answered while a file that never ends is being read.
    @Test(.timeLimit(.minutes(10))) func aSlowFileDelaysNoOtherCommand() async throws {
        let (begun, beginning) = AsyncStream.makeStream(of: CommandFile.self)
        let (released, releasing) = AsyncStream.makeStream(of: Void.self)
        let take = try Take(readFile: { file in
            beginning.yield(file)
            for await _ in released { break }
            return .failure(ControlRefusal(.timeout, "The file could not be read within 3 s."))
        })
        let slow = try ControlCommand(.look, [.init("look", "slow.cube")])
        let mark = try ControlCommand(.mark, [.init("text", "meanwhile")])
        let session = take.session
        _ = await take.run { _ in
            async let answer = Result<ControlAnswer, ControlRefusal> { () async throws(ControlRefusal) in
                try await session.perform(slow)
            }
            for await file in begun {
                #expect(file == .colourTable("slow.cube"))
                break
            }
            #expect(
                await Result<ControlAnswer, ControlRefusal> { () async throws(ControlRefusal) in
                    try await session.perform(mark)
                }.failure == nil)
            #expect(await session.state().phase == .recording)
            releasing.yield()
            #expect(await answer.failure?.message == "The file could not be read within 3 s.")
            session.stop(.request)
        }
    }
}

extension Result where Failure == ControlRefusal {
    fileprivate init(_ body: () async throws(ControlRefusal) -> Success) async {
        do throws(ControlRefusal) { self = .success(try await body()) } catch { self = .failure(error) }
    }

    fileprivate var failure: ControlRefusal? { if case .failure(let refusal) = self { refusal } else { nil } }
}
