internal import CGcrypt

/// The digest SHA-256 of bytes that come piece by piece, by libgcrypt, which uses the processor's own instructions for it.
package struct SHA256: ~Copyable {
    private let handle: gcry_md_hd_t

    /// libgcrypt must be asked for its version before anything else (`gcry_check_version`).
    private static let isReady = gcry_check_version(nil) != nil

    /// `nil` where memory lacks (`gcry_md_open`).
    package init?() {
        var made: gcry_md_hd_t?
        guard Self.isReady, gcry_md_open(&made, Int32(GCRY_MD_SHA256.rawValue), 0) == 0, let made else { return nil }
        handle = made
    }

    deinit { gcry_md_close(handle) }

    package func add(_ bytes: UnsafeRawBufferPointer) { gcry_md_write(handle, bytes.baseAddress, bytes.count) }

    /// Returns the digest of all that was added, as 64 hexadecimal digits. Nothing can be added any more.
    package consuming func text() -> String {
        guard let bytes = gcry_md_read(handle, Int32(GCRY_MD_SHA256.rawValue)) else { return "" }
        return Self.digits(UnsafeBufferPointer(start: bytes, count: 32))
    }

    /// Returns the digest of bytes (`gcry_md_hash_buffer`, which needs no memory of its own).
    package static func text(of bytes: [UInt8]) -> String {
        _ = isReady
        var digest = [UInt8](repeating: 0, count: 32)
        gcry_md_hash_buffer(Int32(GCRY_MD_SHA256.rawValue), &digest, bytes, bytes.count)
        return digest.withUnsafeBufferPointer { digits($0) }
    }

    private static func digits(_ digest: UnsafeBufferPointer<UInt8>) -> String {
        let letters = Array("0123456789abcdef".utf8)
        return String(decoding: digest.flatMap { [letters[Int($0 >> 4)], letters[Int($0 & 15)]] }, as: UTF8.self)
    }
}
