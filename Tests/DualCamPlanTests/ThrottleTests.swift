import DualCamPlan
import Testing

/// The combination of what load and heat request.
@Suite struct ThrottleTests {
    private static let load: Throttle = {
        var throttle = Throttle.none
        (throttle.isolated, throttle.combined, throttle.previewsRest) = (.half, .quarter, true)
        return throttle
    }()

    private static let heat: Throttle = {
        var throttle = Throttle.none
        (throttle.isolated, throttle.combined, throttle.combinedBitrate) = (.third, .twoThirds, 0.5)
        (throttle.fastestPresets, throttle.combinedRests) = (true, true)
        return throttle
    }()

    @Test(arguments: [(load, heat), (heat, load)]) func ofEachFigureTheLowerOneCounts(
        _ one: Throttle, _ other: Throttle
    ) {
        let both = one.combined(with: other)
        #expect(both.isolated == .third && both.combined == .quarter && both.combinedBitrate == 0.5)
        #expect(both.fastestPresets && both.combinedRests && both.previewsRest)
    }

    @Test(arguments: [load, heat]) func nothingHoldsNothingBack(_ one: Throttle) {
        #expect(one.combined(with: .none) == one && Throttle.none.combined(with: one) == one)
    }
}
