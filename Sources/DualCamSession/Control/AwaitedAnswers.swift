import DualCamPlan

/// The callers that wait for an answer from the session machine, which is the result of a command or the session's
/// state. After `close`, callers are answered at once.
struct AwaitedAnswers {
    typealias Answer = Result<ControlAnswer, ControlRefusal>

    private var commands: [CommandNumber: CheckedContinuation<Answer, Never>] = [:]
    private var readers: [CheckedContinuation<ControlState, Never>] = []
    private var next = 0
    private(set) var isOpen = true
    private var lastState: ControlState

    init(_ state: ControlState) { lastState = state }

    /// Adds a command that waits for its result. Returns the number by which the command will be answered; `nil` if it
    /// was answered at once.
    mutating func ask(_ command: CheckedContinuation<Answer, Never>) -> CommandNumber? {
        guard isOpen else {
            command.resume(returning: .failure(.isOver()))
            return nil
        }
        defer { next += planted(.commandNumberTwice) ? 0 : 1 }
        let number = CommandNumber(value: next)
        commands[number] = command
        return number
    }

    /// Adds a caller that waits for the state. Returns false if the caller was answered at once.
    mutating func ask(_ reader: CheckedContinuation<ControlState, Never>) -> Bool {
        guard isOpen else {
            reader.resume(returning: lastState)
            return false
        }
        readers.append(reader)
        return true
    }

    mutating func answer(_ number: CommandNumber, _ answer: Answer) {
        commands.removeValue(forKey: number)?.resume(returning: answer)
    }

    mutating func tell(_ state: ControlState) {
        lastState = state
        for reader in readers.prefix(planted(.readerForgotten) ? 1 : .max) { reader.resume(returning: state) }
        readers = []
    }

    /// Answers all waiting callers, because the session machine will not answer them any longer.
    mutating func close(_ state: ControlState) {
        isOpen = false
        for command in commands.values { command.resume(returning: .failure(.isOver())) }
        commands = [:]
        tell(state)
    }
}
