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

    /// Adds the caller of a command, who waits for its result. Returns the number under which the result must be passed
    /// to `answer`. Returns `nil` after `close`, because the caller was then refused immediately.
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

    /// Adds a caller that waits for the session's state. Returns false after `close`, because the caller then got the
    /// last state immediately.
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

    /// Responds to all waiting callers, because the session has ended. Commands are refused, and callers that wait for
    /// the state get `state`.
    mutating func close(_ state: ControlState) {
        isOpen = false
        for command in commands.values { command.resume(returning: .failure(.isOver())) }
        commands = [:]
        tell(state)
    }
}
