extension EncoderDecision {
    /// The measured picture quality of encoders and presets, as SSIM in dB. In each measurement, 300 frames of a
    /// cartoon (Big Buck Bunny, 640x360 at 30) were encoded at 800 kbps.
    ///
    /// The encoders were configured as in this program: no B-frames, a short lookahead, and key frames every 2 s. No
    /// hardware encoder was available for measurement; published comparisons rank them between x264's superfast and
    /// medium.
    private static let measuredQualities: [String: Double] = [
        "x264 ultrafast": 10.71, "x264 superfast": 13.62, "x264 veryfast": 14.03, "x264 faster": 14.29,
        "x264 fast": 14.49, "x264 medium": 14.52, "x264 slow": 14.60,
        "openh264 low": 12.60, "openh264 medium": 12.63, "openh264 high": 12.63,
        "nv-h264": 14.5, "qsv-h264": 14.5, "va-h264": 14.3, "v4l2-h264": 13.7,
    ]

    /// The rank of the encoder's picture quality at equal bitrate; higher is better. The planner uses it to choose
    /// among encoders of the same codec. Presets without a measurement are ranked by their speed, and hardware encoders
    /// above software encoders.
    var quality: Double {
        guard let implementation else { return 0 }
        let preset = job.preset ?? ""
        if let known = Self.measuredQualities["\(word) \(preset)"] ?? Self.measuredQualities[word] { return known }
        let place = implementation.presets.firstIndex(of: preset) ?? 0
        return (implementation.isHardware ? 1 : 0) + Double(place) / Double(max(1, implementation.presets.count))
    }
}
