import DualCamSimulator
import Glibc

/// The program that `Scripts/simulate` builds and starts.
@main struct Simulate {
    static func main() async {
        // Time zones with daylight saving are part of the simulated world.
        setenv("TZ", "Europe/Berlin", 1)
        tzset()
        var options = Options()
        guard options.read(CommandLine.arguments.dropFirst()) else {
            print(
                "usage: simulate [--seeds N] [--seed N] [--seconds S] [--hours H] [--faults all|FAMILY,...] [--jobs N] [--planted [--list]] [--coverage]"
            )
            exit(64)
        }
        if options.listsPlanted {
            PlantedRun.list()
            exit(0)
        }
        exit(options.isPlanted ? PlantedRun(options).run() : await SeedRun(options).run())
    }
}
