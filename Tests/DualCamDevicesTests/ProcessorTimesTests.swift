import DualCamTestKit
import Testing

@testable import DualCamDevices

@Suite struct ProcessorTimesTests {
    /// The process name may contain spaces and brackets, so fields must be counted from the last bracket.
    @Test(arguments: [
        ("7 (dualcam) R 1 2 3 0 -1 4194304 97 0 0 0 150 50 9 9 20 0 1 0 23 31", Duration.seconds(2)),
        ("7 (a) 1 (b c) S 1 2 3 0 -1 4194304 97 0 0 0 1 2 9 9 20", .milliseconds(30)),
        ("7 (dualcam) R 1 2 3", nil), ("7 (dualcam) R 1 2 3 0 -1 4194304 97 0 0 0 x 50 9", nil), ("", nil),
    ]) func aProcess(text: String, time: Duration?) { #expect(ProcessorTimes.processTime(text) == time) }

    /// user 100, nice 10, system 20, idle 1000, iowait 30, irq 1, softirq 2, steal 3, guest 50, guest_nice 5.
    @Test(arguments: [
        ("cpu  100 10 20 1000 30 1 2 3 50 5\ncpu0 1 1 1 1\n", Duration.milliseconds(1360)),
        ("cpu  100 10 20 1000\n", .milliseconds(1300)), ("cpu  100 10\n", nil), ("cpu  100 10 x 5 6\n", nil),
        ("cpu0 100 10 20 1000 30 1 2 3 50 5\n", nil), ("", nil),
    ]) func theMachine(text: String, time: Duration?) { #expect(ProcessorTimes.busyTime(text) == time) }

    @Test(arguments: [("cpu  1 2 3 4\ncpu0 1 2 3 4\ncpu3 1 2 3 4\nintr 5\n", 2), ("cpu  1 2 3 4\n", nil)])
    func cores(text: String, count: Int?) { #expect(ProcessorTimes.cores(text) == count) }

    @Test func anotherTree() throws {
        let folder = try #require(TemporaryFolder())
        let tree = MachineTree(sysfs: folder.path, proc: folder.path)
        let empty = ProcessorTimes.read(tree)
        #expect(empty.busy == nil)
        #expect(try #require(empty.process) > .zero)
        #expect(empty.cores >= 1)
        #expect(
            empty.problems == [
                "\(folder.path)/stat does not tell the CPU time of the machine: what other programs use is not known.",
                "\(folder.path)/self/stat does not tell the CPU time of this process: its own clock is read instead.",
            ])
        folder.write("cpu  100 0 0 0\ncpu0 1\ncpu1 1\ncpu2 1\n", to: "stat")
        folder.write("7 (dualcam) R 1 2 3 0 -1 4194304 97 0 0 0 150 50 9 9 20", to: "self/stat")
        let full = ProcessorTimes.read(tree)
        #expect(full == ProcessorTimes(process: .seconds(2), busy: .seconds(1), cores: 3))
    }

    @Test func thisMachine() throws {
        let tree = MachineTree(sysfs: "/sys", proc: "/proc")
        let before = ProcessorTimes.read(tree)
        var text = ""
        while text.utf8.count < 1_000_000 { text += "\(text.utf8.count)" }
        let after = ProcessorTimes.read(tree)
        #expect(try #require(before.process) < (try #require(after.process)))
        #expect(try #require(before.busy) <= (try #require(after.busy)))
        #expect(before.problems.isEmpty)
    }
}
