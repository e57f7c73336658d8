internal import CGcrypt

/// Computes a digest, such as a SHA-256, of bytes that are added in pieces. libgcrypt does this fast, because it uses
/// the processor's special instructions for digests.
package final class Digest {
    package enum Algorithm {
        case sha256
        /// The checksum CRC-32 of ISO 3309, as used in zip files.
        case crc32

        fileprivate var number: Int32 {
            switch self {
            case .sha256: Int32(GCRY_MD_SHA256.rawValue)
            case .crc32: Int32(GCRY_MD_CRC32.rawValue)
            }
        }
    }

    private let handle: gcry_md_hd_t
    private let algorithm: Int32

    /// True once libgcrypt is initialised. `gcry_check_version` does this, and must be called before any other function
    /// of libgcrypt.
    private static let isReady = gcry_check_version(nil) != nil

    /// Creates a digest; `nil` if there is not enough memory (`gcry_md_open`).
    package init?(_ algorithm: Algorithm) {
        var made: gcry_md_hd_t?
        guard Self.isReady, gcry_md_open(&made, algorithm.number, 0) == 0, let made else { return nil }
        (handle, self.algorithm) = (made, algorithm.number)
    }

    deinit { gcry_md_close(handle) }

    package func add(_ bytes: UnsafeRawBufferPointer) { gcry_md_write(handle, bytes.baseAddress, bytes.count) }

    /// Returns the digest of all added bytes. No bytes can be added afterwards.
    package func bytes() -> [UInt8] {
        Array(UnsafeBufferPointer(start: gcry_md_read(handle, algorithm), count: Int(gcry_md_get_algo_dlen(algorithm))))
    }

    /// Returns the digest of all added bytes in hexadecimal digits. No bytes can be added afterwards.
    package func text() -> String { Self.digits(bytes()) }

    /// Returns the SHA-256 of the given bytes in hexadecimal digits (`gcry_md_hash_buffer`, which allocates no memory).
    package static func sha256(of bytes: [UInt8]) -> String {
        _ = isReady
        var digest = [UInt8](repeating: 0, count: 32)
        gcry_md_hash_buffer(Algorithm.sha256.number, &digest, bytes, bytes.count)
        return digits(digest)
    }

    private static func digits(_ digest: [UInt8]) -> String {
        let letters = Array("0123456789abcdef".utf8)
        return String(decoding: digest.flatMap { [letters[Int($0 >> 4)], letters[Int($0 & 15)]] }, as: UTF8.self)
    }
}
