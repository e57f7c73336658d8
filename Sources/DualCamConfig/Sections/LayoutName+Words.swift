extension LayoutName: CustomStringConvertible {
    private static let builtIn: [(word: String, name: LayoutName)] = [
        ("pip", .pip), ("stacked", .stacked), ("side-by-side", .sideBySide), ("dominant", .dominant),
        ("front-primary", .frontPrimary), ("back-primary", .backPrimary), ("grid", .grid),
    ]

    package static var builtInWords: [String] { builtIn.map(\.word) }

    /// Creates the built-in layout with this name; `nil` if there is none.
    package init?(builtIn word: String) {
        guard let entry = Self.builtIn.first(where: { $0.word == word }) else { return nil }
        self = entry.name
    }

    /// The name of the layout as written in the pipeline file.
    package var description: String {
        if case .custom(let name) = self { return name }
        return Self.builtIn.first { $0.name == self }?.word ?? ""
    }
}

extension LayoutName {
    /// The name of the camera that the layout requires; `nil` if it requires none.
    package var neededCamera: String? {
        switch self {
        case .frontPrimary: "front"
        case .backPrimary: "back"
        case .pip, .stacked, .sideBySide, .dominant, .grid, .custom: nil
        }
    }

    /// Returns the layouts that are possible with a pipeline's cameras: built-in layouts first, then custom ones.
    package static func possible(in pipeline: Pipeline) -> [LayoutName] {
        let names = pipeline.cameras.map(\.name)
        let builtIn = Self.builtIn.map(\.name).filter { layout in
            (layout != .pip || names.count > 1) && layout.neededCamera.map(names.contains) ?? true
        }
        return builtIn + pipeline.layouts.map { .custom($0.name) }
    }
}

extension Reader<LayoutName> {
    /// Returns a reader of a layout's name: a built-in layout, or a custom one from the `layouts` section.
    static func layout(among names: Names) -> Reader {
        .text(as: .choice([.words(LayoutName.builtInWords), .name])) { (text) throws(Refusal) in
            if let name = LayoutName(builtIn: text) { return name }
            guard names.layouts.contains(text) else {
                throw .unknown(text, kind: "layout", among: LayoutName.builtInWords + names.layouts)
            }
            return .custom(text)
        }
    }
}
