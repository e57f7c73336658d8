import Glibc
import Testing

@testable import Evdev

@Suite struct KeyPressesTests {
    @Test(arguments: [("KEY_RECORD", 167), ("KEY_PLAYPAUSE", 164), ("BTN_LEFT", 272), ("KEY_NONSENSE", nil)])
    func keysHaveTheKernelsNames(name: String, code: UInt16?) {
        #expect(KeyPresses.code(named: name) == code)
    }

    /// Returns a `struct input_event` of input(7) on a 64-bit machine: a time of 16 bytes, type, code and value.
    private static func event(_ type: UInt16, _ code: UInt16, _ value: Int32) -> [UInt8] {
        [UInt8](repeating: 7, count: 16) + withUnsafeBytes(of: type, Array.init)
            + withUnsafeBytes(of: code, Array.init) + withUnsafeBytes(of: value, Array.init)
    }

    @Test(.timeLimit(.minutes(10))) func pressesAreHeardAndNothingElse() async {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        let presses = KeyPresses(taking: ends[0])
        // Pressed, synchronised, repeated, released; moved; the next key.
        let events =
            Self.event(1, 167, 1) + Self.event(0, 0, 0) + Self.event(1, 167, 2) + Self.event(1, 167, 0)
            + Self.event(2, 1, 1) + Self.event(1, 128, 1)
        #expect(write(ends[1], events, events.count) == events.count)
        var codes = presses.codes.makeAsyncIterator()
        #expect(await codes.next() == 167)
        #expect(await codes.next() == 128)
        presses.close()
        #expect(await codes.next() == nil)
        close(ends[1])
    }

    @Test(arguments: [
        ("/dev/input/by-id/none", "'/dev/input/by-id/none' cannot be opened: No such file or directory", true),
        ("/dev/null", "'/dev/null' is not an input device", false),
    ])
    func whatIsNoInputDeviceIsNamed(path: String, message: String, isAbsence: Bool) {
        let failure = InputFailure(
            message, advice: "See /dev/input/by-id for what there is.", isAbsence: isAbsence)
        #expect(throws: failure) { _ = try KeyPresses(device: path, keys: []) }
    }
}
