import DualCamConfig
import Glibc

extension VideoCodec {
    /// Returns the default bitrate for a codec in bits per second, rounded to 100 kbps. It is 8 Mbps for H.264 at
    /// 1920x1080 and 30 frames per second. For other pictures, it is scaled by pixels per second to the power of 3/4.
    ///
    /// For ProRes, it is the nominal bitrate of the profile `preset`, scaled by pixels per second.
    ///
    /// - Parameter factor: the factor by which the quality setting changes the bitrate; ignored for ProRes.
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
    /// Returns the number of threads for an encoder: 1 if a single thread can encode the stream with some reserve,
    /// otherwise as many as needed. The number does not exceed `cores`.
    ///
    /// If there are more encoders than cores, the reserve is smaller, because other encoders use the cores that one
    /// encoder leaves idle.
    ///
    /// - Parameters:
    ///   - cores: the number of the machine's cores.
    ///   - encoders: the number of video encoders in the recording.
    ///   - cost: the number of cores that the encoder keeps busy.
    static func threads(cores: Int, encoders: Int, cost: Double) -> Int {
        let share = encoders > cores ? 0.75 : 0.6
        return max(1, min(cores, Int(saturating: (cost / share).rounded(.up))))
    }
}

extension FrameSize {
    func pixelsPerSecond(at rate: FrameRate) -> Double { Double(pixels) * rate.framesPerSecond }
}

extension FrameRate {
    /// Returns the number of frames at this rate in a duration, rounded to a whole number; at least 1.
    func frames(in length: Duration) -> Int { max(1, Int(saturating: length.seconds * framesPerSecond)) }
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
