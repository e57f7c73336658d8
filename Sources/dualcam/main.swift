import FoundationEssentials
import Glibc

StandardDescriptors.fill()
TerminationSignal.ignoreBrokenPipes()
let place = Workplace.ofThisProcess(environment: ProcessInfo.processInfo.environment)
exit(await Invocation.run(Array(CommandLine.arguments.dropFirst()), in: place).rawValue)
