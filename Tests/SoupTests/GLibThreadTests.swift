import Glibc
import Soup
import Testing

/// An actor that runs on a GLib thread and records its calls.
private actor Listener {
    private let thread: GLibThread
    private(set) var heard: [Int] = []

    init(_ thread: GLibThread) { self.thread = thread }

    nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

    func hear(_ number: Int) -> pthread_t {
        heard.append(number)
        return pthread_self()
    }

    nonisolated func isHere() -> Bool { thread.isIsolatingCurrentContext() ?? false }

    /// Records a number without a hop; only allowed on the thread.
    func hearAtOnce(_ number: Int) { assumedHear(number) }

    private nonisolated func assumedHear(_ number: Int) { assumeIsolated { $0.heard.append(number) } }

    func isHereInside() -> Bool { isHere() }
}

@Suite struct GLibThreadTests {
    @Test func jobsRunInTheirOrderOnOneThread() async {
        let listener = Listener(GLibThread(named: "order"))
        var threads: Set<pthread_t> = []
        for number in 0..<20_000 { threads.insert(await listener.hear(number)) }
        #expect(await listener.heard == Array(0..<20_000))
        #expect(threads.count == 1)
    }

    @Test func twoActorsOfOneThreadShareIt() async {
        let thread = GLibThread(named: "shared")
        let (one, other) = (Listener(thread), Listener(thread))
        #expect(await one.hear(1) == other.hear(2))
    }

    @Test func manyTasksAtOnceLoseNothing() async {
        let listener = Listener(GLibThread(named: "many"))
        await withTaskGroup { group in
            for task in 0..<50 {
                group.addTask {
                    for number in 0..<200 { _ = await listener.hear(task * 200 + number) }
                }
            }
        }
        #expect(await listener.heard.sorted() == Array(0..<10_000))
    }

    @Test func isolationIsKnownInsideAndOutside() async {
        let listener = Listener(GLibThread(named: "isolation"))
        #expect(await listener.isHereInside())
        #expect(!listener.isHere())
        await listener.hearAtOnce(7)
        #expect(await listener.heard == [7])
    }

    @Test func theThreadEndsWithItsLastActor() async {
        let name = "ends-\(getpid())".prefix(15)
        var listener: Listener? = Listener(GLibThread(named: String(name)))
        _ = await listener?.hear(1)
        #expect(threadNames().contains(String(name)))
        listener = nil
        let deadline = ContinuousClock.now + .seconds(120)
        while threadNames().contains(String(name)), ContinuousClock.now < deadline { await Task.yield() }
        #expect(!threadNames().contains(String(name)))
    }

    /// Returns the names of this process's threads.
    private func threadNames() -> [String] {
        guard let folder = opendir("/proc/self/task") else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let number = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let file = fopen("/proc/self/task/\(number)/comm", "r") else { continue }
            defer { fclose(file) }
            var line = [UInt8](repeating: 0, count: 32)
            let count = fread(&line, 1, line.count, file)
            names.append(String(decoding: line.prefix(count).prefix { $0 != 10 }, as: UTF8.self))
        }
        return names
    }
}
