import DualCamSimulator
import Glibc

/// `Scripts/simulate` builds and starts this.
@main struct Simulate {
    static func main() async {
        // Daylight saving is a part of the world.
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
