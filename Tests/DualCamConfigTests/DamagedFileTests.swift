import FoundationEssentials
import Testing

import DualCamConfig

/// The reference file with changed, removed and repeated bytes, the same in every run. `Scripts/fuzz` finds other
/// damage.
@Suite struct DamagedFileTests {
    @Test(arguments: 1...5) func everyDamageIsReadOrRefusedInPlace(seed: UInt64) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Pipelines/reference.yaml")
        let whole = Array(try Data(contentsOf: file))
        var random = SplitMix(state: seed)
        for _ in 1...25 {
            let bytes = damaged(whole, &random)
            let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
            do throws(PipelineIssues) {
                _ = try PipelineLoader.load(bytes, named: "pip.yaml", context: context)
            } catch {
                #expect(!error.issues.isEmpty)
                for issue in error.issues { #expect((1...lines).contains(issue.line ?? 1), "\(issue.rendered)") }
            }
        }
    }

    private func damaged(_ whole: [UInt8], _ random: inout SplitMix) -> [UInt8] {
        var bytes = whole
        for _ in 1...Int.random(in: 1...8, using: &random) {
            let place = Int.random(in: 0..<bytes.count - 40, using: &random)
            switch Int.random(in: 0...3, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes[place] = Array("\t\n:{}[]&*!#'\"-|>%".utf8).randomElement(using: &random) ?? 0
            case 2: bytes.removeSubrange(place..<place + 20)
            default: bytes.insert(contentsOf: bytes[place..<place + 40], at: place)
            }
        }
        return bytes
    }
}

private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
