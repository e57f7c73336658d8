import DualCamConfig
import DualCamPlan
import DualCamTestKit
import Testing

@testable import DualCamRecordings
@testable import DualCamSession

@Suite("Session: what of its failures lasts")
struct FailureLogTests {
    private static func failure(
        _ code: SessionFailure.Code, _ exit: ExitCode, _ output: OutputName? = nil
    ) -> SessionFailure {
        SessionFailure(code, exit: exit, output: output, message: "It broke.", advice: "")
    }

    struct Row: Sendable, CustomTestStringConvertible {
        var what: String
        var failures: [SessionFailure]
        var recovered: OutputName?
        var hasFallback = false
        var reason = StopReason.request
        var exit: ExitCode
        var testDescription: String { what }
    }

    @Test(arguments: [
        Row(what: "nothing", failures: [], exit: .finished),
        Row(what: "heat", failures: [], reason: .heat, exit: .heat),
        Row(what: "an empty battery", failures: [], reason: .battery, exit: .heat),
        Row(what: "the first counts", failures: [failure(.fault, .fault), failure(.tooHot, .heat)], exit: .fault),
        Row(
            what: "an encoder that works again", failures: [failure(.encoderFailed, .fault, back)], recovered: back,
            exit: .finished),
        Row(
            what: "another output's recovery", failures: [failure(.encoderFailed, .fault, back)], recovered: front,
            exit: .fault),
        Row(
            what: "a disk without a fallback", failures: [failure(.diskFailed, .diskFailed, back)], recovered: back,
            exit: .diskFailed),
        Row(
            what: "a disk with a fallback", failures: [failure(.diskFailed, .diskFailed, back)], recovered: back,
            hasFallback: true, exit: .finished),
    ])
    func `what the session ends with`(row: Row) {
        var log = FailureLog(hasFallback: row.hasFallback)
        for failure in row.failures { _ = log.tell(failure) }
        if let recovered = row.recovered { log.recover(recovered) }
        #expect(log.exit(row.reason) == row.exit)
    }

    @Test func `each failure of the graph has its exit code`() {
        let codes: [ExitCode: [GraphFailure.Code]] = [
            .unavailable: [.deviceMissing, .deviceBusy, .deviceFormat, .elementMissing, .encoderFailed],
            .diskFailed: [.diskFull, .diskFailed, .fileTooLarge], .outputNotCreated: [.outputNotCreated],
            .fault: [.timeout, .refused, .notNow, .fault],
        ]
        for (exit, failures) in codes { #expect(failures.allSatisfy { ExitCode($0) == exit }, "\(exit)") }
    }

    @Test func `what is told again counts once, and an output that fails again counts again`() {
        var log = FailureLog(hasFallback: false)
        let failure = Self.failure(.encoderFailed, .fault, back)
        #expect(log.tell(failure).words.map { $0.prefix(13) } == ["record failed", "emit failed"])
        _ = log.tell(failure)
        #expect(log.all.count == 1)
        log.recover(back)
        #expect(log.exit(nil) == .finished)
        log.failAgain(back)
        #expect(log.exit(nil) == .fault)
    }

    @Test func `a shortfall is a failure of its own only where nothing else has caused it`() {
        var log = FailureLog(hasFallback: false)
        _ = log.tell(Self.failure(.encoderFailed, .fault, back))
        log.recover(back)
        let lacks = [back, front].map {
            Shortfalls.Lack(output: $0, what: "was cut short", isEmpty: false, reason: "The ledger gives no reason.")
        }
        let effects = log.record(lacks, folder: "/r/take")
        #expect(effects.count == 2)
        #expect(log.all.map(\.code) == [.encoderFailed, .outputIncomplete])
        #expect(log.all.last?.advice == "'dualcam audit /r/take' shows what is missing.")
        #expect(
            log.shortfalls == [
                "back is not whole: it was cut short. It broke.",
                "front is not whole: it was cut short. The ledger gives no reason.",
            ])
        #expect(log.exit(nil) == .fault, "what it has cost stays lost")
    }

    @Test func `what an output lacks in the end it has not recovered from`() {
        var log = FailureLog(hasFallback: false)
        _ = log.tell(Self.failure(.encoderFailed, .fault, back))
        log.recover(back)
        let lack = Shortfalls.Lack(output: back, what: "was cut short", isEmpty: false, reason: "")
        #expect(log.record([lack], folder: "/r/take") == [])
        #expect(log.exit(nil) == .fault)
    }

    @Test(arguments: [(ExitCode.fault, true), (.diskFailed, false)])
    func `another worker may go on after a fault of this one`(exit: ExitCode, expected: Bool) {
        var log = FailureLog(hasFallback: false)
        log.end(by: Self.failure(.fault, exit))
        #expect(log.needsSuccessor == expected)
    }
}
