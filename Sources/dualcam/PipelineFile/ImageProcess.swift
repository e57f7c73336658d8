import DualCamConfig
import DualCamGraph
import Glibc

/// Draws pictures in a process of its own for each (`dualcam draw-image`): one that takes too long is ended, and one that crashes what
/// reads it crashes nothing else.
struct ImageProcess: Sendable {
    /// The limit of the processor's time, for all threads together, in seconds.
    static let processorTime: rlim_t = 2
    /// The time that is waited, where the processor is busy with other things, too.
    static let patience = Duration.seconds(4)
    /// The limit of the process's data, in bytes.
    static let memory: rlim_t = 1 << 30

    let launcher: String
    let environment: [String: String]

    /// Blocks until it is drawn, at most for `patience`.
    func draw(_ bytes: [UInt8], _ size: FrameSize?) -> Result<DrawnImage, ImageFault> {
        do throws(ChildProcess.Refusal) {
            let answer = try PipeEnds()
            defer { close(answer.read) }
            return Self.result(of: try child(bytes, size, answer.write), answer.read, size)
        } catch {
            return .failure(.fatal)
        }
    }

    /// - Parameter answer: where it writes; closed here.
    private func child(
        _ bytes: [UInt8], _ size: FrameSize?, _ answer: Int32
    ) throws(ChildProcess.Refusal) -> ChildProcess {
        defer { close(answer) }
        guard let picture = KeptFiles.place() else { throw ChildProcess.Refusal(errorNumber: errno) }
        defer { close(picture) }
        guard Self.fill(picture, bytes) else { throw ChildProcess.Refusal(errorNumber: errno) }
        return try ChildProcess(
            launcher, [DrawImageCommand.name] + (size.map { ["\($0.width)", "\($0.height)"] } ?? []),
            environment: environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 },
            descriptors: [(STDIN_FILENO, picture), (STDOUT_FILENO, answer)])
    }

    private static func result(
        of child: ChildProcess, _ answer: Int32, _ size: FrameSize?
    ) -> Result<DrawnImage, ImageFault> {
        let most = ImageMessage.headLength + (size.map { 4 * $0.width * $0.height } ?? 0)
        let told = bytes(from: answer, most: most, within: patience)
        if told == nil { child.send(SIGKILL) }
        let code = child.wait()
        guard let told, code != -SIGXCPU, code != -SIGKILL else { return .failure(.slow) }
        guard code == 0, let message = ImageMessage(told) else { return .failure(.fatal) }
        return message.result
    }

    /// All that is written until the other end is closed; `nil` when that takes longer.
    private static func bytes(from pipe: Int32, most: Int, within patience: Duration) -> [UInt8]? {
        let clock = ContinuousClock()
        let end = clock.now + patience
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= most {
            var question = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
            let left = clock.now.duration(to: end) / .milliseconds(1)
            guard left > 0 else { return nil }
            guard poll(&question, 1, Int32(left.rounded(.up))) > 0 else { continue }
            let count = read(pipe, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += chunk.prefix(count)
        }
        return bytes
    }

    private static func fill(_ file: Int32, _ bytes: [UInt8]) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes {
                pwrite(file, $0.baseAddress?.advanced(by: written), $0.count - written, off_t(written))
            }
            if count > 0 { written += count } else if errno != EINTR { return false }
        }
        return true
    }
}

/// The output of `dualcam draw-image`: a head of fixed length with a word, a width and a height, and the pixels.
struct ImageMessage: Equatable {
    static let headLength = 32
    private static let sound = "sound"

    var result: Result<DrawnImage, ImageFault>

    init(_ result: Result<DrawnImage, ImageFault>) { self.result = result }

    init?(_ bytes: [UInt8]) {
        let head = String(decoding: bytes.prefix(Self.headLength), as: UTF8.self)
        let words = head.split(separator: " ").map(String.init)
        guard bytes.count >= Self.headLength, words.count == 3, let width = Int(words[1]), let height = Int(words[2])
        else { return nil }
        if let fault = ImageFault(rawValue: words[0]) {
            result = .failure(fault)
            return
        }
        let count = bytes.count - Self.headLength
        guard words[0] == Self.sound, (0...16384).contains(width), (0...16384).contains(height),
            count == 0 || count == 4 * width * height
        else { return nil }
        let pixels = [UInt32](unsafeUninitializedCapacity: count / 4) { pixels, filled in
            UnsafeMutableRawBufferPointer(pixels).copyBytes(from: bytes[Self.headLength...])
            filled = count / 4
        }
        result = .success(DrawnImage(size: FrameSize(width: width, height: height), pixels: pixels))
    }

    var bytes: [UInt8] {
        switch result {
        case .failure(let fault): return Self.head("\(fault.rawValue) 0 0")
        case .success(let image):
            let head = Self.head("\(Self.sound) \(image.size.width) \(image.size.height)")
            return image.pixels.withUnsafeBytes { head + $0 }
        }
    }

    private static func head(_ words: String) -> [UInt8] {
        Array(words.utf8) + Array(repeating: UInt8(ascii: " "), count: max(0, headLength - words.utf8.count))
    }
}

extension ProcessEnvironment {
    /// Draws in processes of their own; within this one only where the program cannot start itself.
    var imageDrawing: ImageDrawing {
        guard let launcher else { return OverlayImageProbe.drawing }
        return ImageProcess(launcher: launcher, environment: environment).draw
    }
}
