import DualCamConfig
public import DualCamPlan

extension SessionEvent {
    /// Keys: `recorded` (seconds since the common start), `free` (bytes left on the disk, or `null`), `lasts` (seconds
    /// until `storage.when-full` is due at the measured rate, or `null`), `flowing`, `lost` (names of inputs), `outputs`
    /// (each `output`, `frames`, `dropped`, `bytes`), `heat` (`level`, `celsius`, `zone`, `forecast`), `battery` (`charge`, 0 ... 1, and
    /// `discharging`, or `null`).
    public struct Status: Sendable, Equatable {
        public var recorded: Duration
        public var freeBytes: Int64?
        public var outputs: [GraphStatistics.Output]
        /// How long recording can go on at the rate of the last half minute; `nil`: not known.
        public var lasts: Duration?
        /// Whether some input delivers and some output has to write it: then files must grow.
        public var isFlowing: Bool
        /// Inputs that are out and looked for.
        public var lost: [InputName]
        /// `nil`: the machine has not been read yet.
        public var heat: Heat?
        /// `nil`: there is none.
        public var battery: MachineReading.Battery?

        public init(
            recorded: Duration, freeBytes: Int64?, outputs: [GraphStatistics.Output], lasts: Duration? = nil,
            isFlowing: Bool = true, lost: [InputName] = [], heat: Heat? = nil, battery: MachineReading.Battery? = nil
        ) {
            (self.recorded, self.freeBytes, self.outputs) = (recorded, freeBytes, outputs)
            (self.lasts, self.isFlowing, self.lost) = (lasts, isFlowing, lost)
            (self.heat, self.battery) = (heat, battery)
        }
    }
}

extension SessionEvent.Status {
    var members: [JSONValue.Member] {
        [
            .init("recorded", .length(recorded)), .init("free", .count(freeBytes)),
            .init("lasts", lasts.map(JSONValue.length) ?? .null), .init("flowing", .bool(isFlowing)),
            .init("lost", .array(lost.map { .string($0.rawValue) })), .init("outputs", .array(outputs.map(Self.json))),
            .init("heat", heat?.json ?? .null), .init("battery", battery?.json ?? .null),
        ]
    }

    private static func json(_ output: GraphStatistics.Output) -> JSONValue {
        [
            "output": .string(output.name.rawValue), "frames": .count(output.frames), "dropped": .count(output.dropped),
            "bytes": .integer(output.bytes),
        ]
    }
}
