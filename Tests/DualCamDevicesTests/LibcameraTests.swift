import Glibc
import Testing

@testable import DualCamDevices

@Suite struct LibcameraTests {
    /// libcamera must not print its version and warnings between the lines of `dualcam devices`.
    @Test func itDoesNotPrintBesideDualcam() throws {
        MachineProbe.quietLibcamera()
        let levels = try #require(getenv("LIBCAMERA_LOG_LEVELS"))
        #expect(String(cString: levels) == "*:ERROR")
    }
}
