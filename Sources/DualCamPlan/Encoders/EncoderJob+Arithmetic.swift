import DualCamConfig
import Glibc

extension VideoCodec {
    /// 8 Mbps for H.264 at 1920x1080 and 30 frames a second, by pixels a second to the power of 3/4; whole 100 kbps.
    func bitrate(_ size: FrameSize, _ rate: FrameRate, preset: String?, factor: Double) -> Int {
        let share = size.pixelsPerSecond(at: rate) / (1920 * 1080 * 30)
        let bits =
            if self == .prores, let full = EncoderImplementation.proresRates[preset ?? "standard"] {
                full * share
            } else {
                8_000_000 * pow(share, 0.75) * efficiency * factor
            }
        return max(1, Int(saturating: bits / 100_000)) *| 100_000
    }
}

extension EncoderJob {
    /// One thread where it carries the stream with margin, else as many as it takes. With more encoders than cores, other
    /// encoders fill the cores, and one thread may be busier.
    static func threads(cores: Int, encoders: Int, cost: Double) -> Int {
        let share = encoders > cores ? 0.75 : 0.6
        return max(1, min(cores, Int(saturating: (cost / share).rounded(.up))))
    }
}

extension FrameSize {
    func pixelsPerSecond(at rate: FrameRate) -> Double { Double(pixels) * rate.framesPerSecond }
}

extension FrameRate {
    /// Whole frames in `length`, at least one.
    func frames(in length: Duration) -> Int { max(1, Int(saturating: length.seconds * framesPerSecond)) }
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
