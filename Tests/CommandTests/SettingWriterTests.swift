import Testing

@testable import DualCamCommands
@testable import DualCamWorker

@Suite struct SettingWriterTests {
    private typealias Case = (name: String, section: [String], text: String, made: String)

    private static let cases: [Case] = [
        (
            "a section with a line for each key", ["cameras", "back"],
            "cameras:\n  back:      # the wide one\n    device: auto\n    rate: 30\n  front: test\n",
            "cameras:\n  back:      # the wide one\n    delay: 80ms\n    device: auto\n    rate: 30\n  front: test\n"
        ),
        (
            "one that has the key", ["cameras", "front"],
            "cameras:\n  back: test\n  front:\n    device: auto\n    delay: 5ms   # measured\n\nname: x\n",
            "cameras:\n  back: test\n  front:\n    device: auto\n    delay: 80ms  # measured\n\nname: x\n"
        ),
        (
            "between braces", ["cameras", "back"], "cameras:\n  back: {device: auto, rate: 30}  # left\n",
            "cameras:\n  back: {delay: 80ms, device: auto, rate: 30}  # left\n"
        ),
        (
            "between braces, with the key", ["cameras", "back"], "cameras:\n  back: {device: auto, delay: 5ms}\n",
            "cameras:\n  back: {device: auto, delay: 80ms}\n"
        ),
        (
            "all in one line", ["cameras", "front"], "cameras: {back: test, front: test:scene}\nname: x\n",
            "cameras: {back: test, front: {device: test:scene, delay: 80ms}}\nname: x\n"
        ),
        (
            "a device alone", ["microphone"], "microphone: alsa:hw:1,0   # boom\ncameras: {back: test}\n",
            "microphone: {device: \"alsa:hw:1,0\", delay: 80ms}   # boom\ncameras: {back: test}\n"
        ),
        ("empty braces", ["microphone"], "microphone: {}\n", "microphone: {delay: 80ms}\n"),
        (
            "a section that is left out", ["microphone"], "cameras: {back: test}\n",
            "cameras: {back: test}\nmicrophone: {delay: 80ms}\n"
        ),
        (
            "several microphones", ["microphones", "room"], "microphones:\n  room: pulse\n  boom: {gain: 3dB}\n",
            "microphones:\n  room: {device: pulse, delay: 80ms}\n  boom: {gain: 3dB}\n"
        ),
    ]

    @Test(arguments: cases.indices) func theRestOfTheFileStays(_ index: Int) {
        let (name, section, text, made) = Self.cases[index]
        var writer = SettingWriter(text)
        let isWritten = writer.write("80ms", for: "delay", in: section, short: "device")
        #expect(isWritten, "\(name)")
        #expect(writer.text == made, "\(name)")
    }

    @Test func whatIsNotFoundIsNotWritten() {
        var writer = SettingWriter("cameras: {back: test}\n")
        let isWritten = writer.write("80ms", for: "delay", in: ["cameras", "side"], short: "device")
        #expect(!isWritten)
        #expect(writer.text == "cameras: {back: test}\n")
    }
}
