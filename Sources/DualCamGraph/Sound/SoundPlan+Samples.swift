internal import DualCamPlan

extension SoundPlan.Format {
    /// The size of one sample in this format, in bytes.
    var bytes: Int {
        switch self {
        case .s16: 2
        case .s32: 4
        case .f32: 4
        }
    }

    /// Reads the sample at `index` of interleaved samples, and returns it as a value from -1 to 1.
    func sample(_ index: Int, in bytes: UnsafeRawBufferPointer) -> Double {
        switch self {
        case .s16:
            return Double(Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * index, as: Int16.self))) / 32_768
        case .s32:
            let whole = Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * index, as: Int32.self))
            return Double(whole) / 2_147_483_648
        case .f32:
            let bits = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
            return Double(Float(bitPattern: bits))
        }
    }

    /// Writes `value` (-1 ... 1) as the sample at `index`, rounded to the nearest value that this format can represent.
    func put(_ value: Double, _ index: Int, in bytes: UnsafeMutableRawBufferPointer) {
        switch self {
        case .s16:
            let whole = Int16(min(32_767, max(-32_768, (value * 32_768).rounded())))
            bytes.storeBytes(of: whole.littleEndian, toByteOffset: 2 * index, as: Int16.self)
        case .s32:
            let whole = Int32(min(2_147_483_647, max(-2_147_483_648, (value * 2_147_483_648).rounded())))
            bytes.storeBytes(of: whole.littleEndian, toByteOffset: 4 * index, as: Int32.self)
        case .f32:
            bytes.storeBytes(of: Float(value).bitPattern.littleEndian, toByteOffset: 4 * index, as: UInt32.self)
        }
    }
}
