import DualCamTestKit
import Testing

@testable import DualCamSession

/// Callers that wait for the state machine: each gets its own answer.
@Suite struct AwaitedAnswersTests {
    private actor Waiting {
        private var answers = AwaitedAnswers(AwaitedAnswersTests.state("before"))
        private(set) var numbers: [CommandNumber] = []
        private(set) var told: [String] = []
        private(set) var readers = 0

        func command() async {
            let answer = await withCheckedContinuation { waiter in
                if let number = answers.ask(waiter) { numbers.append(number) }
            }
            switch answer {
            case .success: told.append("done")
            case .failure(let refusal): told.append(refusal.message)
            }
        }

        func state() async {
            let state = await withCheckedContinuation { waiter in readers += answers.ask(waiter) ? 1 : 0 }
            told.append(state.name)
        }

        func refuse(_ number: CommandNumber, _ message: String) {
            answers.answer(number, .failure(ControlRefusal(.notNow, message)))
        }

        func tell(_ name: String) { answers.tell(AwaitedAnswersTests.state(name)) }

        func close(_ name: String) { answers.close(AwaitedAnswersTests.state(name)) }
    }

    private static func state(_ name: String) -> ControlState {
        ControlState(name: name, phase: .recording, folder: nil, runningTime: nil, status: nil, settings: [])
    }

    /// Lets other tasks run until the condition holds. The number of attempts is limited, because a lost answer would
    /// never come.
    private func isSeen(_ condition: () async -> Bool) async -> Bool {
        for _ in 0..<100_000 {
            if await condition() { return true }
            await Task.yield()
        }
        return false
    }

    @Test func eachCommandHasItsOwnAnswer() async throws {
        let waiting = Waiting()
        for count in 1...2 {
            Task { await waiting.command() }
            try #require(await isSeen { await waiting.numbers.count == count })
        }
        let numbers = await waiting.numbers
        try #require(numbers[0] != numbers[1])
        await waiting.refuse(numbers[1], "second")
        await waiting.refuse(numbers[0], "first")
        #expect(await isSeen { await waiting.told.count == 2 })
        #expect(await Set(waiting.told) == ["first", "second"])
    }

    @Test func allWhoAskForTheStateAreTold() async {
        let waiting = Waiting()
        for _ in 0..<3 { Task { await waiting.state() } }
        #expect(await isSeen { await waiting.readers == 3 })
        await waiting.tell("now")
        #expect(await isSeen { await waiting.told == ["now", "now", "now"] })
    }

    @Test func behindTheEndEverybodyIsAnswered() async {
        let waiting = Waiting()
        Task { await waiting.command() }
        #expect(await isSeen { await waiting.numbers.count == 1 })
        await waiting.close("over")
        await waiting.command()
        await waiting.state()
        #expect(await isSeen { await waiting.told.count == 3 })
        #expect(await waiting.told.sorted() == ["The recording is over.", "The recording is over.", "over"])
    }
}
