import JPEG
import Testing

@testable import DualCamGraph

/// The choice of the JPEG pictures whose blocks are checked, and the use of the result.
@Suite struct BlockCheckPolicyTests {
    private func expect(_ found: Bool, isDamaged: Bool) { #expect(found == isDamaged) }

    /// After three complete pictures, only those are checked that are smaller than each of the nine before, or much
    /// smaller than most of them.
    @Test func onlySmallPicturesAreChecked() {
        var policy = BlockCheckPolicy()
        for _ in 1...3 {
            #expect(policy.checks(1000))
            expect(policy.register(1000, .complete), isDamaged: false)
        }
        for _ in 1...8 { expect(policy.register(1000, nil), isDamaged: false) }
        expect(policy.register(980, nil), isDamaged: false)
        #expect(!policy.checks(980))
        #expect(policy.checks(979))
        // The size of a damaged picture is not compared to.
        expect(policy.register(500, .incomplete), isDamaged: true)
        #expect(policy.checks(979))
        // A flash of light.
        expect(policy.register(400, .complete), isDamaged: false)
        #expect(policy.checks(899) && !policy.checks(901))
        expect(policy.register(399, .unknown), isDamaged: false)
    }

    /// A camera that writes no end markers is judged by the blocks of each picture, until it is clear that this check does
    /// not suit it.
    @Test func anEndlessPictureMustBeComplete() {
        var policy = BlockCheckPolicy()
        expect(policy.register(1000, .incomplete, true), isDamaged: true)
        for _ in 1...3 { expect(policy.register(1000, .complete, true), isDamaged: false) }
        #expect(policy.checks(1000, true))
        expect(policy.register(1000, .unknown, true), isDamaged: true)
        var other = BlockCheckPolicy()
        for _ in 1...30 { expect(other.register(1000, .incomplete, true), isDamaged: true) }
        let doubt = (other.doubt(), other.doubt())
        #expect(doubt.0 == 30 && doubt.1 == nil)
        #expect(!other.checks(1000, true))
        expect(other.register(1000, nil, true), isDamaged: false)
    }

    /// A camera whose pictures never appear complete is not judged by this check.
    @Test func aCameraThatIsNotUnderstoodIsNotJudged() {
        var policy = BlockCheckPolicy()
        for _ in 1...30 {
            #expect(policy.checks(1000))
            expect(policy.register(1000, .incomplete), isDamaged: false)
        }
        #expect(!policy.checks(10))
    }
}
