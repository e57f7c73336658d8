/// The `control` section.
public struct Control: Sendable, Equatable {
    /// Whether what is set while it runs holds for later recordings of the same pipeline file, too.
    public var remember = true

    public init() {}
}

extension Reader<Control> {
    /// `control`
    static var control: Reader {
        .section(Control()) { control, section in section.read("remember", into: &control.remember, .flag) }
    }
}
