package import DualCamPlan
internal import GStreamer

extension Setting {
    /// Creates the GStreamer setting for a planned property's value.
    package init(_ value: PropertyValue) {
        switch value {
        case .bool(let flag): self = .bool(flag)
        case .int(let number): self = .int(number)
        case .uint(let number): self = .uint(number)
        case .double(let number): self = .double(number)
        case .float(let number): self = .float(number)
        case .string(let text): self = .string(text)
        case .enumeration(let type, let nick): self = .enumeration(type: type, nick: nick)
        case .fraction(let top, let bottom): self = .fraction(top, bottom)
        case .caps(let caps): self = .caps(mediaType: caps.name, fields: caps.fields.map(Setting.Field.init))
        case .structure(let structure):
            self = .structure(name: structure.name, fields: structure.fields.map(Setting.Field.init))
        case .bitmask(let mask): self = .bitmask(mask)
        case .array(let values): self = .array(values.map(Setting.init))
        }
    }
}

extension Setting.Field {
    package init(_ property: Property) { self.init(property.name, Setting(property.value)) }
}

extension GraphFailure {
    /// Creates an error of the graph from an error of the GStreamer module. A missing plugin becomes `elementMissing`.
    /// Any other error becomes `fault`, which means a mistake in dualcam.
    package init(_ error: any Error, branch: BranchID?) {
        switch error {
        case GraphError.noFactory(let factory):
            self.init(
                .elementMissing, branch: branch, message: "the GStreamer element \(factory) is not installed",
                advice:
                    "Install its plugin package, or choose another encoder or source: 'dualcam encoders' lists those at hand."
            )
        case GraphError.notLinked(let from, let to, let reason):
            self.init(.fault, branch: branch, message: "\(from) could not be linked to \(to) (\(reason))")
        case GraphError.noPad(let element, let pad):
            self.init(.fault, branch: branch, message: "\(element) has no pad \(pad)")
        case GraphError.stateRefused(let element, let state):
            self.init(.fault, branch: branch, message: "\(element) would not go to the state \(state)")
        case GraphError.notAdded(let element):
            self.init(.fault, branch: branch, message: "\(element) could not be added to the pipeline")
        case let error as SettingError: self.init(.fault, branch: branch, message: error.sentence)
        case let error as GraphFailure: self = error
        case let error as LibraryError: self.init(.fault, branch: branch, message: error.message)
        default: self.init(.fault, branch: branch, message: "\(error)")
        }
    }
}

/// Returns the result of `work`, and converts its errors to `GraphFailure`s of the given branch.
package func translating<Value>(in branch: BranchID? = nil, _ work: () throws -> Value) throws(GraphFailure) -> Value {
    do { return try work() } catch { throw GraphFailure(error, branch: branch) }
}

extension SettingError {
    package var sentence: String {
        switch self {
        case .unknownProperty(let object, let property, let nearest):
            "\(object) has no property \(property)" + (nearest.map { "; the nearest is \($0)" } ?? "")
        case .wrongType(let object, let property, let expected): "\(object).\(property) takes \(expected)"
        case .outOfRange(let object, let property, let value): "\(object).\(property) does not take \(value)"
        case .unknownNick(let object, let property, let nick, let known):
            "\(object).\(property) does not know \(nick); it knows \(known.joined(separator: ", "))"
        case .readOnly(let object, let property): "\(object).\(property) cannot be set"
        }
    }
}
