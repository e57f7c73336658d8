import DualCamCommands
import Glibc

exit(await Program.run())
