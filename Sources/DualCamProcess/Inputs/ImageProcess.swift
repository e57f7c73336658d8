import DualCamConfig
package import DualCamGraph
import DualCamRecordings
package import Glibc
import Kernel

/// Draws each image in a separate process (`dualcam job draw-image`). The process is killed if it takes too long, and a
/// crash in it does not affect dualcam itself.
package struct ImageProcess: Sendable {
    /// The limit for the CPU time of all threads of the drawing process together, in seconds.
    package static let processorTime: rlim_t = 2
    /// The time limit for drawing an image. It allows for a busy machine.
    static let patience = Duration.seconds(4)
    /// The limit for the drawing process's data segment, in bytes.
    package static let memory: rlim_t = 1 << 30

    let launcher: String
    let environment: [String: String]

    /// Draws an image at the given size. If `size` is `nil`, only determines the image's size. Blocks for at most
    /// `patience`.
    func draw(_ bytes: [UInt8], _ size: FrameSize?) -> Result<DrawnImage, ImageFault> {
        guard let picture = UnnamedFile(bytes) else { return .failure(.fatal) }
        do throws(ChildProcess.Refusal) {
            let (code, told) = try ChildProcess.output(
                of: launcher,
                InternalJob.drawImage.words + (size.map { ["\($0.width)", "\($0.height)"] } ?? []),
                environment: environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }, inheriting: .plain,
                input: picture.descriptor, isGentle: false, within: Self.patience,
                most: ImageMessage.headLength + (size.map { 4 * $0.width * $0.height } ?? 0))
            if code == -SIGXCPU || code == -SIGKILL { return .failure(.slow) }
            guard code == 0, let message = ImageMessage(told) else { return .failure(.fatal) }
            return message.result
        } catch {
            return .failure(.fatal)
        }
    }
}

/// The output of `dualcam job draw-image`: a header of fixed length with a word, a width and a height, followed by the
/// pixels.
package struct ImageMessage: Equatable {
    static let headLength = 32
    private static let sound = "sound"

    var result: Result<DrawnImage, ImageFault>

    package init(_ result: Result<DrawnImage, ImageFault>) { self.result = result }

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

    /// The message as `dualcam job draw-image` prints it. An image without pixels reports only its size.
    package var bytes: [UInt8] {
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
    /// The function that draws images. It uses separate processes or, if dualcam cannot start itself, this process.
    package var imageDrawing: ImageDrawing {
        guard let launcher else { return OverlayImageProbe.drawing }
        return ImageProcess(launcher: launcher, environment: environment).draw
    }
}
