import DualCamPlan

/// The callers that wait for a response from the session machine: the result of a command, or the session's state.
/// After `close`, callers get a response immediately.
struct AwaitedAnswers {
    typealias Answer = Result<ControlAnswer, ControlRefusal>

    private var commands: [CommandNumber: CheckedContinuation<Answer, Never>] = [:]
    private var readers: [CheckedContinuation<ControlState, Never>] = []
    private var next = 0
    private(set) var isOpen = true
    private var lastState: ControlState

    init(_ state: ControlState) { lastState = state }

    /// Adds a command that waits for its result. Returns the number that the command's response will have; `nil` if the
    /// response was given immediately.
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

    /// Adds a caller that waits for the session's state. Returns false if the caller got a response immediately.
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

    /// Responds to all waiting callers, because the session machine will no longer do so.
    mutating func close(_ state: ControlState) {
        isOpen = false
        for command in commands.values { command.resume(returning: .failure(.isOver())) }
        commands = [:]
        tell(state)
    }
}
