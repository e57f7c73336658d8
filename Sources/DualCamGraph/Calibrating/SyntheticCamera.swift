internal import DualCamConfig
internal import DualCamPlan
internal import Glibc

/// A moving picture with texture at every scale and a little noise, as a camera delivers it. It goes round without a jump.
struct SyntheticCamera {
    /// Frames until it starts again.
    static let frames = 12

    let size: FrameSize
    private let texture: [UInt8]
    private static let side = 512

    init(_ size: FrameSize) {
        self.size = size
        texture = Self.makeTexture()
    }

    /// One frame in I420.
    func frame(_ number: Int) -> [UInt8] {
        let angle = 2 * Double.pi * Double(number) / Double(Self.frames)
        // A hand that pans slowly: some pixels of a 640 pixel wide picture from frame to frame.
        let (x, y) = (Int(12 * cos(angle)) + 16, Int(8 * sin(angle)) + 16)
        let chroma = size.width / 2 * (size.height / 2)
        var bytes = [UInt8](repeating: 128, count: size.pixels + 2 * chroma)
        var noise = UInt32(truncatingIfNeeded: number &* 7919 &+ 1)
        texture.withUnsafeBufferPointer { texture in
            bytes.withUnsafeMutableBufferPointer { bytes in
                for row in 0..<size.height {
                    let line = ((row + y) & (Self.side - 1)) * Self.side
                    for column in 0..<size.width {
                        noise = noise &* 1_664_525 &+ 1_013_904_223
                        let grain = Int((noise >> 24) & 3)
                        let shade = Int(texture[line + ((column + x) & (Self.side - 1))])
                        bytes[row * size.width + column] = UInt8(clamping: shade + grain)
                    }
                }
                for place in 0..<2 * chroma {
                    let (row, column) = (place % chroma / (size.width / 2), place % (size.width / 2))
                    let line = ((row + y) & (Self.side - 1)) * Self.side
                    bytes[size.pixels + place] = 96 + texture[line + ((column + x) & (Self.side - 1))] / 4
                }
            }
        }
        return bytes
    }

    /// Smooth noise in octaves, twice as strong where it is twice as coarse (the spectrum of most pictures).
    private static func makeTexture() -> [UInt8] {
        var shades = [Float](repeating: 128, count: side * side)
        var seed: UInt32 = 1
        var (cell, strength) = (128, Float(48))
        while cell >= 2 {
            let count = side / cell
            let corners = (0..<count * count).map { _ -> Float in
                seed = seed &* 1_664_525 &+ 1_013_904_223
                return Float(seed >> 16) / 32768 - 1
            }
            for row in 0..<side {
                let (top, down) = (row / cell, Float(row % cell) / Float(cell))
                for column in 0..<side {
                    let (left, right) = (column / cell, Float(column % cell) / Float(cell))
                    let (below, beside) = ((top + 1) % count, (left + 1) % count)
                    let upper = corners[top * count + left] * (1 - right) + corners[top * count + beside] * right
                    let lower = corners[below * count + left] * (1 - right) + corners[below * count + beside] * right
                    shades[row * side + column] += strength * (upper * (1 - down) + lower * down)
                }
            }
            (cell, strength) = (cell / 2, strength * 0.55)
        }
        return shades.map { UInt8(max(16, min(232, $0))) }
    }
}

/// Pictures on disk for the trials of a calibration, made when they are first asked for and deleted with the store.
final class TrialPictureCache {
    let folder: String
    private var made: Set<String> = []

    /// - Parameter folder: must exist and may be written into.
    init(in folder: String) { self.folder = folder }

    deinit {
        for path in made { unlink(path) }
    }

    /// `…/camera-640x360-%02d.i420`, as multifilesrc takes it. Throws `outputNotCreated`-like failures of the disk.
    func camera(_ size: FrameSize) throws(GraphFailure) -> String {
        let stem = "\(folder)/camera-\(size.text)-"
        if !made.contains(stem + "00.i420") {
            let camera = SyntheticCamera(size)
            for number in 0..<SyntheticCamera.frames {
                try write(camera.frame(number), to: stem + (number < 10 ? "0\(number)" : "\(number)") + ".i420")
            }
        }
        return stem + "%02d.i420"
    }

    /// A path for what a pipeline writes.
    func path(_ name: String) -> (path: String, isMade: Bool) {
        let path = "\(folder)/\(name)"
        return (path, !made.insert(path).inserted)
    }

    /// Notes files that a pipeline has written.
    func adopt(_ path: String) { made.insert(path) }

    private func write(_ bytes: [UInt8], to path: String) throws(GraphFailure) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .cannotWrite(path, errno) }
        defer { close(descriptor) }
        made.insert(path)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .cannotWrite(path, errno) }
            rest = rest.dropFirst(count)
        }
    }
}

extension GraphFailure {
    static func cannotWrite(_ path: String, _ number: Int32) -> GraphFailure {
        GraphFailure(
            .outputNotCreated, message: "\(path) cannot be written: \(String(cString: strerror(number)))",
            advice: "Make room there, or give another folder with --output.")
    }
}
