/// The measured loudness and the peaks of an audio track.
struct LoudnessReading: Sendable, Equatable {
    /// The length of a measured block, 10 ms, in samples per channel.
    static let block = ExportSamples.rate / 100

    /// The integrated loudness of the track in LUFS; `nil` if the track is silent.
    var integrated: Double?
    /// The highest true peak of each block of the track, as a factor (1 is full scale).
    var peaks: [Float]

    init(integrated: Double?, peaks: [Float]) { (self.integrated, self.peaks) = (integrated, peaks) }

    /// The highest true peak of the track in dB relative to full scale; `nil` if the track is silent.
    var truePeak: Double? {
        let greatest = Double(peaks.max() ?? 0)
        return greatest > 0 ? greatest.decibels : nil
    }
}
