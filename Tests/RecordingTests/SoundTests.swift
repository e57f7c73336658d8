import DualCamTestKit
import Foundation
import Testing

extension Recordings {
    /// Sound in the formats and with the options of the pipeline file.
    @Suite(.serialized) struct Sounds {
        struct Stream: Decodable, Sendable {
            var codec_name: String
            var sample_rate: String
            var channels: Int
            var bits_per_raw_sample: String?
        }

        private struct Probe: Decodable { var streams: [Stream] }

        static func stream(of path: String) async throws -> Stream {
            let answer = try await Tool.run(
                "/usr/bin/ffprobe", ["-v", "error", "-select_streams", "a", "-show_streams", "-of", "json", path])
            return try #require(JSONDecoder().decode(Probe.self, from: answer.output).streams.first)
        }

        private static let cleaned = SideBySide(["studio", "in-frame"]) { mode in
            let clip = try await Recordings.Clips.clips.value.back
            return try await Recorder(
                pipeline: """
                    cameras: {back: {device: "file:\(clip.path)", size: 640x360, rate: 30}}
                    microphone: {device: "file:\(clip.path)", mode: \(mode), bits: 24}
                    encoders: {default: {use: x264, preset: ultrafast}, audio: {use: pcm}}
                    """, arguments: ["--duration", "4s"]
            ).record()
        }

        /// The delay of noise suppression, some milliseconds, is corrected, so that the tick stays with the flash.
        @Test(arguments: ["studio", "in-frame"]) func cleanedSoundIsInSync(mode: String) async throws {
            let clip = try await Recordings.Clips.clips.value.back
            let recording = try await Self.cleaned.of(mode)
            #expect(recording.code == 0, "\(recording.errors)")
            let file = try recording.path("back_000.mov")
            let judged = try await Judgement.of(file, "--modulus", "\(clip.frames)")
            let offsets = judged.sync.compactMap(\.offset)
            #expect(offsets.count >= 3)
            // The remaining offset is the rise time of a tick, as without noise suppression.
            for offset in offsets { #expect(abs(offset) <= 5, "\(offsets) ms") }
            let stream = try await Self.stream(of: file)
            #expect(stream.codec_name == "pcm_s24le")
            #expect(stream.channels == 2)
        }

        private struct Track: Decodable {
            var nb_read_packets: String
            var duration: String?
            var tags: [String: String]
        }

        private struct Tracks: Decodable { var streams: [Track] }

        /// Each microphone has a track with its name in every file. Both tracks have the same number of packets and
        /// samples.
        @Test func severalMicrophonesAreTracks() async throws {
            let recording = try await Recorder(
                pipeline: """
                    cameras: {back: {device: test, size: 320x180, rate: 15}}
                    microphones: {lavalier: {device: test, channels: 1}, room: {device: test, gain: -6dB}}
                    combined: {size: 320x180, rate: 15, layout: dominant}
                    encoders: {default: {use: x264, preset: ultrafast}}
                    recording: {container: mkv}
                    """, arguments: ["--duration", "2500ms"]
            ).record()
            #expect(recording.code == 0, "\(recording.errors)")
            for output in ["back", "combined"] {
                let file = try recording.path("\(output)_000.mkv")
                let answer = try await Tool.run(
                    "/usr/bin/ffprobe",
                    ["-v", "error", "-select_streams", "a", "-count_packets", "-show_streams", "-of", "json", file])
                let tracks = try JSONDecoder().decode(Tracks.self, from: answer.output).streams
                #expect(tracks.map { $0.tags["TITLE"] ?? $0.tags["title"] } == ["lavalier", "room"])
                #expect(tracks.count == 2 && tracks[0].nb_read_packets == tracks[1].nb_read_packets)
                let sounds = [
                    try await Sound.samples(of: file, track: 0), try await Sound.samples(of: file, track: 1),
                ]
                #expect(sounds[0].count == sounds[1].count && sounds[0].count > 48_000 * 2)
                let ticks = sounds.map(Sound.onsets)
                #expect(ticks[0].count >= 2 && ticks[0].count == ticks[1].count)
                // Each test microphone counts the seconds since it was opened.
                for (first, second) in zip(ticks[0], ticks[1]) { #expect(abs(first - second) < 4800) }
                // The second microphone is as quiet as requested; ffmpeg mixes its two channels with the factor 0.707.
                // If the file's start cuts a tick in two, AAC makes it louder.
                let crests = sounds.map { $0.dropFirst(4096).map(abs).max() ?? 0 }
                #expect(abs(crests[0] - 0.5) < 0.06 && abs(crests[1] - 0.354) < 0.04, "\(crests)")
            }
            let text = try String(contentsOfFile: recording.path("session.json"), encoding: .utf8)
            #expect(text.contains(#""tracks":["lavalier","room"]"#))
            #expect(text.contains(#""microphone.room":"test""#))
        }

        /// The test microphone's tick in other formats, 6 dB quieter.
        @Test func otherFormatsAreRecorded() async throws {
            let recording = try await Recorder(
                pipeline: """
                    cameras: {back: {device: test, size: 320x180, rate: 15}}
                    microphone: {device: test, rate: 44100, channels: 1, bits: 24, gain: -6dB, wind-filter: on}
                    encoders: {default: {use: x264, preset: ultrafast}, audio: {use: flac}}
                    recording: {container: mkv}
                    """, arguments: ["--duration", "2s"]
            ).record()
            #expect(recording.code == 0, "\(recording.errors)")
            let file = try recording.path("back_000.mkv")
            let stream = try await Self.stream(of: file)
            #expect(
                [stream.codec_name, stream.sample_rate, stream.bits_per_raw_sample, "\(stream.channels)"]
                    == ["flac", "44100", "24", "1"])
            let samples = try await Sound.samples(of: file)
            // Filter and conversion change the peak of a tick slightly.
            #expect(abs((samples.map(abs).max() ?? 0) - 0.25) < 0.03)
            // The samples use more than 16 bits.
            let answer = try await Tool.run(
                "/usr/bin/ffmpeg", ["-v", "error", "-nostdin", "-i", file, "-map", "0:a", "-f", "s32le", "-"])
            let isWide = answer.output.withUnsafeBytes { bytes in
                bytes.bindMemory(to: Int32.self).contains { $0 & 0xff00 != 0 }
            }
            #expect(isWide)
        }
    }
}
