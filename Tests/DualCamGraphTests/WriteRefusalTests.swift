import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Glibc
import Testing

@testable import DualCamGraph

@Suite struct WriteRefusalTests {
    private let request = FileRequest(output: OutputName("back"), segment: 3, path: "/v/back_003.mov")

    struct Row: Sendable {
        var number: Int32
        var lacksFiles = false
        var code: GraphFailure.Code
        var message: String
        var advice: String
    }

    private static let rows: [Row] = [
        Row(
            number: ENOSPC, code: .diskFull, message: "no space is left on the disk",
            advice: "Free some space, or choose another disk"),
        Row(
            number: ENOSPC, lacksFiles: true, code: .diskFull,
            message: FileRoom.reason, advice: "Delete files there ('df -i'"),
        Row(
            number: EDQUOT, code: .diskFull, message: "the disk quota is used up",
            advice: "Free some space of the quota"),
        Row(
            number: EROFS, code: .outputNotCreated, message: "the file system is read-only",
            advice: "Look at the disk"),
        Row(number: EACCES, code: .outputNotCreated, message: "permission denied", advice: "Look at the disk"),
        Row(number: EIO, code: .diskFailed, message: "Input/output error", advice: "Look at the disk"),
        Row(
            number: ESTALE, code: .diskFailed,
            message: "the server knows the file no more (Stale file handle)", advice: "See whether the server"),
        Row(
            number: ENOTCONN, code: .diskFailed,
            message: "what serves this file system has ended (Transport endpoint is not connected)",
            advice: "See whether the server"),
        Row(
            number: ETIMEDOUT, code: .diskFailed,
            message: "the server does not answer (Connection timed out)", advice: "See whether the server"),
    ]

    /// For all these reasons GStreamer only reports "Could not open file", or that the state could not be changed.
    /// Previously, the exit code was 70.
    @Test(arguments: rows) func aFileThatCannotBeMadeIsToldWithItsReason(row: Row) {
        let failure = WriteRefusal(errno: row.number, lacksFiles: row.lacksFiles).failureToMake(request)
        #expect(failure.code == row.code)
        #expect(failure.output == OutputName("back"))
        #expect(failure.message == "/v/back_003.mov cannot be made: \(row.message)")
        #expect(failure.advice.hasPrefix(row.advice), "\(failure.advice)")
    }

    /// A reason that only prevents a new file lets the output continue in its open file, if it has one.
    @Test(arguments: [
        (ENOSPC, true), (EDQUOT, true), (EMFILE, true), (ENFILE, true), (ENOMEM, true), (EEXIST, true),
        (ENAMETOOLONG, true), (EIO, false), (EROFS, false), (EACCES, false), (ENOENT, false), (ESTALE, false),
        (ENOTCONN, false),
    ])
    func whatRefusesANewFileSparesAnOpenOneOrNot(number: Int32, spares: Bool) {
        let refusal = WriteRefusal(errno: number, lacksFiles: false)
        #expect(refusal.failureToMake(request, hasOpenFile: true).unmade == (spares ? [request] : []))
        #expect(refusal.failureToMake(request).unmade == [])
    }

    /// For all these reasons GStreamer only reports "could not write to resource".
    @Test(arguments: rows.filter { $0.number != ENOSPC }) func aFileThatTakesNoMoreIsToldWithItsReason(row: Row) {
        let told = GraphFailure(.diskFailed, output: OutputName("back"), message: "Could not write to resource.")
        let failure = WriteRefusal(errno: row.number, size: 9).explain(told, of: request.path).advised
        #expect(failure.code == row.code)
        #expect(failure.message == "/v/back_003.mov cannot be written on: \(row.message)")
        #expect(failure.advice.hasPrefix(row.advice), "\(failure.advice)")
    }

    @Test func aFileThatIsTooLargeSaysHowLargeOneMayBe() {
        let told = GraphFailure(.diskFailed, output: OutputName("back"), message: "Could not write to resource.")
        let failure = WriteRefusal(errno: EFBIG, size: 4_294_967_295).explain(told, of: request.path)
        #expect(failure.code == .fileTooLarge)
        #expect(failure.fileLimit == 4_294_967_295)
    }

    @Test func aFolderThatIsNotThereLacksNoFiles() {
        #expect(!WriteRefusal(making: "/nowhere/at/all/back.mov", errno: ENOENT).lacksFiles)
    }
}
