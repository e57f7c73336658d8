extension LayoutName: CustomStringConvertible {
    private static let builtIn: [(word: String, name: LayoutName)] = [
        ("pip", .pip), ("stacked", .stacked), ("side-by-side", .sideBySide), ("dominant", .dominant),
        ("front-primary", .frontPrimary), ("back-primary", .backPrimary), ("grid", .grid),
    ]

    /// The words of the built-in layouts.
    public static var builtInWords: [String] { builtIn.map(\.word) }

    /// The built-in layout with this word.
    public init?(builtIn word: String) {
        guard let entry = Self.builtIn.first(where: { $0.word == word }) else { return nil }
        self = entry.name
    }

    /// The word of the file.
    public var description: String {
        if case .custom(let name) = self { return name }
        return Self.builtIn.first { $0.name == self }?.word ?? ""
    }
}

extension Reader<LayoutName> {
    /// A built-in layout or one under `layouts`.
    static func layout(among names: Names) -> Reader {
        .text { (text) throws(Refusal) in
            if let name = LayoutName(builtIn: text) { return name }
            guard names.layouts.contains(text) else {
                throw .unknown(text, kind: "layout", among: LayoutName.builtInWords + names.layouts)
            }
            return .custom(text)
        }
    }
}
