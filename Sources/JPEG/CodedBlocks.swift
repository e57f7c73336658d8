internal import CJPEG

/// The completeness of a JPEG picture's coded blocks (ITU-T T.81). If a part of a picture is missing, some of its blocks
/// are missing, although its beginning and its end are right.
package enum CodedBlocks: Sendable, Equatable {
    case complete
    /// Some blocks are missing, or their codes are invalid.
    case incomplete
    /// The picture is coded in a way that is not checked here, for example progressively, or its header is invalid.
    case unknown

    /// Checks a picture with libjpeg, up to the first missing block. Pixels are not computed. This takes about a quarter
    /// of the time of decoding the picture.
    package init(of picture: UnsafeRawBufferPointer) {
        let blocks = jpeg_blocks_in(picture.baseAddress?.assumingMemoryBound(to: UInt8.self), picture.count)
        switch blocks {
        case JPEG_BLOCKS_COMPLETE: self = .complete
        case JPEG_BLOCKS_INCOMPLETE: self = .incomplete
        default: self = .unknown
        }
    }
}
