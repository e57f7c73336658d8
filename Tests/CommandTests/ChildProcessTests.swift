import DualCamRecordings
import Glibc
import Kernel
import Testing

@testable import DualCamCommands
@testable import DualCamProcess

/// Child processes whose output is read, with a shell as the program.
@Suite struct ChildProcessTests {
    private func run(_ script: String, ending: Int32, hearing: (inout [UInt8]) -> Bool) throws -> (
        code: Int32, output: [UInt8]
    ) {
        try ChildProcess.output(
            of: "/bin/sh", ["-c", script], environment: [:], within: .seconds(60), ending: ending, hearing: hearing)
    }

    /// A script that prints the numbers of its open files from 3 on, without opening one itself, and the names of its
    /// variables.
    private static let listing = """
        n=3; while [ $n -lt 400 ]; do [ -e /proc/self/fd/$n ] && echo $n; n=$((n+1)); done; /usr/bin/env | /usr/bin/cut -d= -f1
        """

    private static func lists(
        _ environment: [String: String] = [:], _ inheriting: InheritedEnvironment = .user, holding: Int32? = nil
    ) throws -> [String] {
        let ended = try ChildProcess.output(
            of: "/bin/sh", ["-c", listing], environment: environment, inheriting: inheriting, holding: holding,
            within: .seconds(60))
        #expect(ended.code == 0)
        return String(decoding: ended.output, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Descriptors that libraries have opened without close-on-exec must not be inherited: a recording, a socket.
    @Test func nothingIsOpenButWhatItGets() throws {
        let opened = try #require([open("/dev/null", O_RDWR), socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)].allPass)
        let far = fcntl(opened[0], F_DUPFD, 300)
        defer { for descriptor in opened + [far] { close(descriptor) } }
        #expect(fcntl(far, F_GETFD) & FD_CLOEXEC == 0 && far >= 300)
        #expect(try Self.lists().filter { Int($0) != nil } == [])
        #expect(try Self.lists(holding: far).filter { Int($0) != nil } == ["3"])
        let ends = try PipeEnds()
        let child = try ChildProcess(
            "/bin/sh", ["-c", Self.listing], environment: [:],
            descriptors: [(STDOUT_FILENO, ends.write), (5, opened[0])], silent: [STDIN_FILENO])
        close(ends.write)
        var (printed, chunk) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
        while case let count = read(ends.read, &chunk, chunk.count), count > 0 { printed += chunk.prefix(count) }
        close(ends.read)
        #expect(child.wait() == 0)
        let lines = String(decoding: printed, as: UTF8.self).split(separator: "\n")
        #expect(lines.filter { Int($0) != nil } == ["5"])
    }

    @Test(arguments: [
        (
            InheritedEnvironment.whole,
            ["DUALCAM_PUBLISH_PASSWORD", "HOME", "MY_API_KEY", "RCLONE_CONFIG_PASS", "tokens"]
        ),
        (.user, ["HOME", "MY_API_KEY", "RCLONE_CONFIG_PASS", "tokens"]), (.plain, ["HOME"]),
    ])
    func itGetsNoSecretThatItDoesNotNeed(inheriting: InheritedEnvironment, names: [String]) throws {
        let environment = [
            "HOME": "/", "DUALCAM_PUBLISH_PASSWORD": "x", "NOTIFY_SOCKET": "@x", "LISTEN_FDS": "1", "MY_API_KEY": "x",
            "RCLONE_CONFIG_PASS": "x", "tokens": "x",
        ]
        let own = ["PWD", "OLDPWD", "SHLVL", "_"]
        let inherited = try Self.lists(environment, inheriting).filter { Int($0) == nil && !own.contains($0) }
        #expect(inherited.sorted() == names.sorted())
    }

    /// A process that gets a signal may clean up; one that ignores it is killed.
    @Test(
        arguments: [
            ("trap 'exit 3' TERM; echo begun; while :; do :; done", SIGTERM, 3),
            ("trap '' TERM; echo begun; while :; do :; done", SIGTERM, -SIGKILL),
            ("trap 'exit 3' TERM; echo begun; while :; do :; done", SIGKILL, -SIGKILL),
        ] as [(String, Int32, Int32)])
    func nobodyWantsIt(script: String, ending: Int32, code: Int32) throws {
        #expect(try run(script, ending: ending) { $0.isEmpty }.code == code)
    }
}

extension [Int32] {
    /// The descriptors; `nil` if one of them is invalid.
    fileprivate var allPass: [Int32]? { allSatisfy { $0 >= 0 } ? self : nil }
}
