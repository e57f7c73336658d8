/// Returns true where a fault is to be made: never in the ordinary build, which has no such switch.
///
/// `Scripts/build --mutants` builds with the switch, for `Scripts/simulate --planted`.
#if MUTANTS
    package func planted(_ fault: PlantedFault) -> Bool { PlantedFault.active == fault }

    extension PlantedFault {
        /// The fault that is made by this process; `nil`: none.
        ///
        /// Set before the first world runs, and only by the thread that runs the worlds.
        package nonisolated(unsafe) static var active: PlantedFault?
    }
#else
    @inline(__always) package func planted(_ fault: PlantedFault) -> Bool { false }
#endif
