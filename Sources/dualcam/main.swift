import DualCamSession
import DualCamSupervision
import FoundationEssentials
import Glibc

DescriptorSink.fillStandard()
TerminationSignal.ignoreBrokenPipes()
let place = ProcessEnvironment.ofThisProcess(environment: ProcessInfo.processInfo.environment)
exit(await Invocation.run(Array(CommandLine.arguments.dropFirst()), in: place).rawValue)
