extension Reader<Storage> {
    static var storage: Reader {
        .section(Storage()) { storage, section in
            section.read("keep-free", into: &storage.keepFree, .quantity)
            section.read("warn-at", into: &storage.warnAt, .list(of: .quantity))
            section.read("when-full", into: &storage.whenFull, .word)
            section.read("retain", into: &storage.retain, .retention)
            section.read("delete-only", into: &storage.deleteOnly, .word)
        }
    }
}

extension Reader<Retention> {
    /// A reader of the setting `retain`: `off`, an age such as `30d`, or a size such as `500GB`.
    static var retention: Reader {
        .text(as: .choice([.words(["off"]), Duration.shape, ByteCount.shape])) { (text) throws(Refusal) in
            if text == "off" { return .off }
            guard let unit = Measure.scan(text)?.last?.unit, !unit.isEmpty else {
                throw Refusal(
                    "\(quoted(text)) is neither an age nor a size", hint: "write it as in 30d or 500GB, or off")
            }
            if ByteCount.scale.names.contains(unit) { return .size(try ByteCount(parsing: text)) }
            let age = try Duration(parsing: text)
            guard age > .zero else { throw .outOfRange(text, "1ms", "36500d") }
            return .age(age)
        }
    }
}

extension Reader<Budget> {
    static var budget: Reader {
        .section(Budget()) { budget, section in
            section.read("limit", into: &budget.limit, .number(in: 0.1...1))
            section.read("enforce", into: &budget.enforce, .flag)
            section.read("shed", into: &budget.shed, .list(of: .word))
        }
    }
}

extension Reader<Thermal> {
    static var thermal: Reader {
        .section(Thermal()) { thermal, section in
            section.read("fair", into: &thermal.fair, .threshold)
            section.read("serious", into: &thermal.serious, .threshold)
            section.read("critical", into: &thermal.critical, .threshold)
            section.read("shutdown", into: &thermal.shutdown, .threshold)
            section.read("zones", into: &thermal.zones, .zones, or: "auto")
            section.checkAscending([
                ("fair", thermal.fair), ("serious", thermal.serious), ("critical", thermal.critical),
                ("shutdown", thermal.shutdown),
            ])
        }
    }
}

extension Section {
    /// Rejects each temperature threshold that is not above the previous one.
    fileprivate mutating func checkAscending(_ steps: [(key: String, value: Temperature)]) {
        for (lower, upper) in zip(steps, steps.dropFirst()) where lower.value >= upper.value {
            if isGiven(upper.key) {
                let refusal = Refusal("\(upper.value) is not above \(lower.key) (\(lower.value))")
                refuse(upper.key, beside: lower.key, because: refusal)
            } else {
                let refusal = Refusal("\(lower.value) is not below \(upper.key) (\(upper.value) by default)")
                refuse(lower.key, beside: upper.key, because: refusal)
            }
        }
    }
}

extension Reader<[String]> {
    /// A reader of a list of sensor names, which must not be empty.
    fileprivate static var zones: Reader {
        list(of: .words).refusingNone(Refusal("no sensor would count", hint: "name one"))
    }
}

extension Reader<BatteryLimits> {
    static var battery: Reader {
        .section(BatteryLimits()) { battery, section in
            section.read("warn", into: &battery.warn, .charge, or: "off")
            section.read("stop", into: &battery.stop, .charge, or: "off")
            guard let warn = battery.warn, let stop = battery.stop, stop >= warn else { return }
            if section.isGiven("stop") {
                let byDefault = section.isGiven("warn") ? "" : " by default"
                section.refuse(
                    "stop", beside: "warn", because: Refusal("\(stop) is not below warn (\(warn)\(byDefault))"))
            } else {
                section.refuse(
                    "warn", beside: "stop", because: Refusal("\(warn) is not above stop (\(stop) by default)"))
            }
        }
    }
}

extension Reader<Share> {
    fileprivate static var charge: Reader { .quantity(in: .percent(1)...(.percent(99))) }
}

extension Reader<Temperature> {
    static var threshold: Reader { .quantity(in: Temperature(celsius: 0)...Temperature(celsius: 150)) }
}

extension Reader<Machine> {
    static var machine: Reader {
        .section(Machine()) { machine, section in
            section.read("sysfs", into: &machine.sysfs, .path)
            section.read("proc", into: &machine.proc, .path)
        }
    }
}

extension Reader<Supervision> {
    static var supervision: Reader {
        .section(Supervision()) { supervision, section in
            section.read("hang", into: &supervision.hang, .quantity(in: Duration.seconds(1)...Duration.seconds(3600)))
            section.read(
                "memory", into: &supervision.memory,
                .quantity(in: ByteCount(bytes: 1_000_000)...ByteCount(bytes: 1_000_000_000_000_000)), or: "auto")
            section.read("metrics", into: &supervision.metrics, .path, or: "off")
        }
    }
}
