import DualCamTestKit
import Foundation
import Testing

/// Titles that a cut list draws over the picture.
extension Recordings.Composing {
    /// A title is visible exactly between its two times.
    @Test func titlesAreLaidOverThePicture() async throws {
        let place = try #require(TemporaryFolder())
        place.write("cuts:\n  - {at: 1s, layout: stacked}\n", to: "plain.yaml")
        place.write(
            """
            cuts:
              - at: 1s
                set: {combined.overlays.name.text: Anna Berg, combined.overlays.name.position: center}
              - {at: 2s, set: {combined.overlays.name.show: off}}
            """, to: "titled.yaml")
        let paths = ["plain", "titled"].map { "\(place.path)/\($0)" }
        for path in paths {
            let made = try await Tool.run(
                Tool.dualcam,
                ["compose", try await Self.later.value.session, "--edit", path + ".yaml", "-o", path + ".mkv"])
            #expect(made.code == 0, "\(made.errors)")
        }
        let filter = "[0:v]crop=80:24:280:348[a];[1:v]crop=80:24:280:348[b];[a][b]psnr=stats_file=-"
        let told = try await Tool.run(
            "/usr/bin/ffmpeg",
            [
                "-v", "error", "-nostdin", "-i", paths[0] + ".mkv", "-i", paths[1] + ".mkv", "-lavfi", filter, "-f",
                "null", "-",
            ])
        let levels = told.text.split(separator: "\n").compactMap { line in
            line.split(separator: " ").first { $0.hasPrefix("psnr_avg:") }
                .flatMap { Double($0.dropFirst(9)) ?? ($0.hasSuffix("inf") ? 99 : nil) }
        }
        let changed = levels.indices.filter { levels[$0] < 25 }
        #expect(levels.count > 60 && changed == Array(30..<60), "\(levels)")
    }
}
