/// Returns true if the planted fault is active in this process. In ordinary builds, faults cannot be activated, and the
/// result is always false.
///
/// `Scripts/build --mutants` makes a build with faults, for `Scripts/simulate --planted` and `Scripts/mutants`.
#if MUTANTS
    import Glibc

    package func planted(_ fault: MachineFault) -> Bool { fault == PlantedFaults.active.machine }
    package func planted(_ fault: PolicyFault) -> Bool { fault == PlantedFaults.active.policy }
    package func planted(_ fault: RecordFault) -> Bool { fault == PlantedFaults.active.record }
    package func planted(_ fault: PlanFault) -> Bool { fault == PlantedFaults.active.plan }

    package enum PlantedFaults {
        /// The planted fault that is active in this process. At most one of the properties is set.
        package struct Active {
            var machine: MachineFault?
            var policy: PolicyFault?
            var record: RecordFault?
            var plan: PlanFault?

            /// Creates the active fault from its raw value. Returns `nil` if there is no planted fault with this name.
            ///
            /// - Parameter name: the raw value of a fault; `nil` to activate no fault.
            package init?(_ name: String?) {
                guard let name else { return }
                (machine, policy) = (MachineFault(rawValue: name), PolicyFault(rawValue: name))
                (record, plan) = (RecordFault(rawValue: name), PlanFault(rawValue: name))
                if machine == nil, policy == nil, record == nil, plan == nil { return nil }
            }
        }

        /// The planted fault that is active. A simulation sets it before its first simulated world starts, from the
        /// thread that runs the worlds. In tests, the environment variable `DUALCAM_PLANTED` sets it.
        package nonisolated(unsafe) static var active: Active = {
            let name = getenv("DUALCAM_PLANTED").map { String(cString: $0) }
            guard let active = Active(name) else {
                preconditionFailure("DUALCAM_PLANTED: no fault is called '\(name ?? "")'")
            }
            return active
        }()

        /// The raw values of all planted faults, one enumeration after the other.
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
