import Testing

@testable import DualCamTiming

@Suite struct H264PictureTests {
    @Test(
        arguments: [
            // An access unit delimiter, then a slice of an IDR picture.
            ([0, 0, 0, 1, 0x09, 0x10, 0, 0, 0, 1, 0x65, 0x88], true),
            // Parameter sets and a slice of an IDR picture, with short start codes.
            ([0, 0, 1, 0x67, 0x42, 0, 0, 1, 0x68, 0xCE, 0, 0, 1, 0x25, 0x88], true),
            // A slice of another picture, after which a 5 is only data.
            ([0, 0, 0, 1, 0x41, 0x9A, 0, 0, 1, 0x65], false),
            // Parameter sets alone, a start code at the end, and no start code.
            ([0, 0, 0, 1, 0x67, 0x42, 0], false), ([0, 0, 1], false), ([0x65, 0x65, 1, 0x65], false), ([], false),
        ] as [([UInt8], Bool)])
    func theFirstSliceDecides(bytes: [UInt8], isKeyFrame: Bool) {
        #expect(bytes.withUnsafeBytes { H264Picture.isKeyFrame($0) } == isKeyFrame)
    }
}
