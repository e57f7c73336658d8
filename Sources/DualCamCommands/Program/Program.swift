import DualCamDevices
import DualCamProcess
import DualCamRecordings
import FoundationEssentials

/// The program `dualcam`: reads the command line, runs the command, and returns the exit code. It is in a library so
/// that tests can import its parts. The executable target contains only `main` and links the Swift runtime statically,
/// which a test bundle cannot do.
package enum Program {
    /// Runs the command that this process's command line names.
    ///
    /// - Returns: The exit code of the process (sysexits.h).
    package static func run() async -> Int32 {
        DescriptorSink.fillStandard()
        TerminationSignal.ignoreBrokenPipes()
        MachineProbe.quietLibcamera()
        let place = ProcessEnvironment.ofThisProcess(environment: ProcessInfo.processInfo.environment)
        return await Invocation.run(Array(CommandLine.arguments.dropFirst()), in: place).rawValue
    }
}
