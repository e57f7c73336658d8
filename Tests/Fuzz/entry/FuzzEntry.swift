import DualCamFuzz
import Glibc

/// The target of this process, and the folder for its files; `Scripts/fuzz` sets both in the environment.
private let kind = getenv("DUALCAM_FUZZ_KIND").flatMap { FuzzKind(rawValue: String(cString: $0)) }
private let folder = getenv("DUALCAM_FUZZ_FOLDER").map { String(cString: $0) }

/// Processes one input; called by libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let kind, let folder else {
        let advice = Array("DUALCAM_FUZZ_KIND and DUALCAM_FUZZ_FOLDER say what is fed; see Scripts/fuzz\n".utf8)
        _ = write(STDERR_FILENO, advice, advice.count)
        exit(64)
    }
    kind.run(Array(UnsafeBufferPointer(start: start, count: count)), in: folder)
    return 0
}
