/// Recognises pictures of an H.264 byte stream that can be decoded without others.
package enum H264Picture {
    /// Returns true if a picture's first slice is that of an IDR picture (`nal_unit_type` 5 in ITU-T H.264, table 7-1).
    ///
    /// v4l2src marks every picture of a USB camera as depending on others, because the driver does not tell which do.
    ///
    /// - Parameter bytes: the picture as NAL units with start codes (ITU-T H.264, annex B).
    package static func isKeyFrame(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var zeros = 0
        for (place, byte) in bytes.enumerated() {
            if zeros >= 2, byte == 1, place + 1 < bytes.count {
                switch bytes[place + 1] & 31 {
                case 5: return true
                case 1, 2: return false
                default: break
                }
            }
            zeros = byte == 0 ? zeros + 1 : 0
        }
        return false
    }
}
