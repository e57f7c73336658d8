internal import CGcrypt

/// The check sum CRC-32 of ISO 3309, as zip files have it, of bytes that come piece by piece.
package struct CRC32: ~Copyable {
    private let handle: gcry_md_hd_t

    /// libgcrypt must be asked for its version before anything else (`gcry_check_version`).
    private static let isReady = gcry_check_version(nil) != nil

    /// `nil` where memory lacks (`gcry_md_open`).
    package init?() {
        var made: gcry_md_hd_t?
        guard Self.isReady, gcry_md_open(&made, Int32(GCRY_MD_CRC32.rawValue), 0) == 0, let made else { return nil }
        handle = made
    }

    deinit { gcry_md_close(handle) }

    package func add(_ bytes: UnsafeRawBufferPointer) { gcry_md_write(handle, bytes.baseAddress, bytes.count) }

    /// Returns the sum of all that was added. Nothing can be added any more.
    package consuming func value() -> UInt32 {
        guard let bytes = gcry_md_read(handle, Int32(GCRY_MD_CRC32.rawValue)) else { return 0 }
        return (0..<4).reduce(0) { $0 << 8 | UInt32(bytes[$1]) }
    }
}
