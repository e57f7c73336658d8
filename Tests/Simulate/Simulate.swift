import DualCamSimulator
import Glibc

/// `Scripts/simulate` builds and starts this.
@main struct Simulate {
    static func main() {
        // Daylight saving is a part of the world.
        setenv("TZ", "Europe/Berlin", 1)
        tzset()
        var options = Options()
        guard options.read(CommandLine.arguments.dropFirst()) else {
            print(
                "usage: simulate [--seeds N] [--seed N] [--seconds S] [--hours H] [--faults all|FAMILY,...] [--planted] [--coverage]"
            )
            exit(64)
        }
        exit(options.isPlanted ? PlantedRun(options).run() : SeedRun(options).run())
    }
}
