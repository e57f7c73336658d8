extension Reader<Publish> {
    /// `publish`
    static var publish: Reader {
        .section(Publish()) { publish, section in
            section.read("to", into: &publish.to, .destination, or: "off")
            section.read("user", into: &publish.user, .words, or: "off")
            // A password itself stands in no pipeline file, which is copied into every session's folder.
            section.read("password-file", into: &publish.passwordFile, .path, or: "off")
            section.read("bandwidth", into: &publish.bandwidth, .quantity, or: "off")
            if publish.to != nil, publish.user == nil {
                section.refuse(
                    "to", because: Refusal("it is not said as whom", hint: "write publish.user beside it"))
            }
        }
    }
}

extension Reader<PublishingDestination> {
    fileprivate static var destination: Reader {
        .text(as: .text) { (text, _) throws(Refusal) in try PublishingDestination(parsing: text) }
    }
}
