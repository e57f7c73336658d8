extension Pipeline {
    /// The .cube files that looks are made of, each once.
    package var colourTables: [ColourTable] {
        var tables: [ColourTable] = []
        for look in cameras.map(\.look) + [combined?.look].compactMap({ $0 }) {
            guard case .table(let table) = look.kind, !tables.contains(where: { $0.path == table.path }) else {
                continue
            }
            tables.append(table)
        }
        return tables
    }
}
