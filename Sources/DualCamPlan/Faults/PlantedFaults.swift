/// Returns true if a fault is active; always false in the ordinary build, which has no such switch.
///
/// `Scripts/build --mutants` builds with the switch, for `Scripts/simulate --planted` and `Scripts/mutants`.
#if MUTANTS
    import Glibc

    package func planted(_ fault: MachineFault) -> Bool { fault == PlantedFaults.active.machine }
    package func planted(_ fault: PolicyFault) -> Bool { fault == PlantedFaults.active.policy }
    package func planted(_ fault: RecordFault) -> Bool { fault == PlantedFaults.active.record }
    package func planted(_ fault: PlanFault) -> Bool { fault == PlantedFaults.active.plan }

    package enum PlantedFaults {
        /// The fault that is active in this process; at most one of these is set.
        package struct Active {
            var machine: MachineFault?
            var policy: PolicyFault?
            var record: RecordFault?
            var plan: PlanFault?

            /// Returns `nil` if no fault has this name.
            ///
            /// - Parameter name: the fault's raw value; `nil`: no fault is active.
            package init?(_ name: String?) {
                guard let name else { return }
                (machine, policy) = (MachineFault(rawValue: name), PolicyFault(rawValue: name))
                (record, plan) = (RecordFault(rawValue: name), PlanFault(rawValue: name))
                if machine == nil, policy == nil, record == nil, plan == nil { return nil }
            }
        }

        /// The active fault. Only the thread that runs the simulated worlds sets it, before the first one starts. Tests
        /// get theirs from the environment.
        package nonisolated(unsafe) static var active: Active = {
            let name = getenv("DUALCAM_PLANTED").map { String(cString: $0) }
            guard let active = Active(name) else {
                preconditionFailure("DUALCAM_PLANTED: no fault is called '\(name ?? "")'")
            }
            return active
        }()

        /// The names of all faults; faults of the same type are adjacent.
        package static var names: [String] {
            MachineFault.allCases.map(\.rawValue) + PolicyFault.allCases.map(\.rawValue)
                + RecordFault.allCases.map(\.rawValue) + PlanFault.allCases.map(\.rawValue)
        }
    }
#else
    @inline(__always) package func planted(_ fault: MachineFault) -> Bool { false }
    @inline(__always) package func planted(_ fault: PolicyFault) -> Bool { false }
    @inline(__always) package func planted(_ fault: RecordFault) -> Bool { false }
    @inline(__always) package func planted(_ fault: PlanFault) -> Bool { false }
#endif
