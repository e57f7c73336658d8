import DualCamSupervisorPolicy

@testable import DualCamRecordings
@testable import DualCamSession

/// The users of the simulated machine, who send commands, and the answers that they got.
final class People {
    private var next = 0
    /// The number of answers to each accepted command, keyed by the command's number.
    var answers: [Int: Int] = [:]
    /// The numbers of the commands that each session has accepted, keyed by the session's number.
    var asked: [Int: [Int]] = [:]

    /// The commands that users send; some of them are invalid.
    private static let lines = [
        #"pause {}"#, #"pause {}"#, #"pause {}"#, #"resume {}"#, #"resume {}"#, #"split {}"#, #"split {}"#,
        #"mark {"text":"here"}"#, #"mark {}"#, #"layout {"layout":"grid"}"#,
        #"main {"camera":"front"}"#, #"main {"camera":"nobody"}"#, #"swap {}"#, #"switch {"every":"5s"}"#,
        #"switch {"every":"off"}"#, #"record {}"#, #"inset {"size":"30%"}"#, #"zoom {"camera":"back","factor":2}"#,
        #"mute {}"#, #"gain {"gain":"3dB"}"#, #"bitrate {"output":"back","bitrate":"4Mbps"}"#, #"stop {}"#,
        #"nonsense {}"#,
    ]

    func command(_ random: inout Randomness, _ world: World) {
        let line = random.pick(Self.lines)
        let words = line.split(separator: " ", maxSplits: 1)
        guard let worker = world.worker, let arguments = JSONValue(ifJSON: words[1]) else { return }
        do throws(ControlRefusal) {
            let command = try ControlCommand(named: String(words[0]), arguments)
            next += 1
            world.tell("somebody asks: \(line)")
            worker.take(command, next)
            if command.name == .pause, !random.isOne(in: 4) {
                goOn(after: random.number(Span.second...20 * Span.second), world)
            }
        } catch {}
    }

    /// Plans the takes of sessions that stand by: each begins on a command and is ended after a while.
    func directTakes(_ world: World) {
        var random = world.random.split()
        var time = random.number(Span.second...4 * Span.second)
        while time < world.scenario.end {
            plan("record", at: time, world)
            time += random.number(500 * Span.millisecond...max(Span.second, world.scenario.end / 3))
            plan("stop", at: time, world)
            time += random.number(100 * Span.millisecond...8 * Span.second)
        }
    }

    private func plan(_ name: String, at time: Int64, _ world: World) {
        world.add(after: time) { [self] world in
            guard let worker = world.worker, let command = try? ControlCommand(named: name, .object([])) else { return }
            next += 1
            world.tell("somebody asks: \(name) {}")
            worker.take(command, next)
        }
    }

    /// Plans the `resume` that mostly follows a pause.
    private func goOn(after delay: Int64, _ world: World) {
        world.add(after: delay) { [self] world in
            guard let worker = world.worker, let command = try? ControlCommand(.resume) else { return }
            next += 1
            world.tell("somebody asks: resume {}")
            worker.take(command, next)
        }
    }

    /// Tries to recover a session that is being recorded, which must be refused.
    func recover(_ world: World) {
        guard let worker = world.worker, let path = worker.place?.path, worker.phase == .running else { return }
        world.tell("somebody recovers \(path)")
        if Recovery(world).recover(path) == .finished {
            world.breach(.oneRecorder, "\(path) was finished while it is recorded")
        }
    }

    func note(_ number: Int, of session: Int) {
        asked[session, default: []].append(number)
        answers[number] = 0
    }

    func answered(_ number: Int, _ world: World) {
        guard number >= 0 else { return }
        answers[number, default: 0] += 1
        if answers[number, default: 0] > 1 { world.breach(.answeredOnce, "command \(number) was answered twice") }
    }

    /// Checks that every command of a session that ended properly was answered.
    func check(_ session: Int, _ world: World) {
        for number in asked[session] ?? [] where answers[number] == 0 {
            world.breach(.answeredOnce, "command \(number) was never answered")
        }
    }

    func signal(_ signal: TerminationSignal, _ world: World) {
        guard let supervisor = world.supervisor, !supervisor.isGone else { return }
        world.tell("somebody sends \(signal)")
        supervisor.take(.signal(signal))
    }

    /// Kills processes that hang, because without a supervisor nobody else does. Checks every 30 seconds.
    func findHung(_ world: World) {
        world.add(after: 30 * Span.second) { [self] world in
            for worker in world.workers where worker.isHung { worker.die(.signal(9)) }
            if world.workers.contains(where: { !$0.isGone }) { findHung(world) }
        }
    }

    /// Ends the run as a user would, with a signal, and checks that the program exits within 90 seconds.
    func end(_ world: World) {
        guard !(world.supervisor?.isGone ?? true) else { return }
        world.disturb()
        signal(.interrupt, world)
        insist(since: world.uptime, world)
    }

    private func insist(since begin: Int64, _ world: World) {
        world.add(after: 90 * Span.second - (world.uptime - begin)) { [self] world in
            guard !(world.supervisor?.isGone ?? true) else { return }
            if world.uptime - begin < 90 * Span.second { return insist(since: begin, world) }
            world.breach(.endsInTime, "somebody asked for the end 90 s ago")
            world.supervisor?.leave()
            for worker in world.workers { worker.die(.signal(9)) }
        }
    }
}
