/// A section being read: each key is named once, with the reader of its value. What was not read is unknown.
struct Section {
    private let whole: Place
    private let places: [String: Place]
    private var rest: [(key: String, place: Place)]
    private var known: [String] = []
    private var unsound: Set<String> = []
    private var findings: [Finding] = []
    /// The surroundings for which the section is described instead of being read.
    private var describes: LoadContext?
    private(set) var described = SettingShape.Keys()

    /// A section of which nothing is given: reading it tells the form of its keys.
    init(describedFor context: LoadContext) {
        let nothing = SettingTree(content: .section([]), origin: .missing)
        whole = Place(path: .root, keyOrigin: .missing, tree: nothing, variables: Variables(context))
        (rest, places, describes) = ([], [:], context)
    }

    init(_ place: Place) throws(Refusal) {
        whole = place
        rest = try place.children()
        places = Dictionary(rest.map { ($0.key, $0.place) }, uniquingKeysWith: { first, _ in first })
    }

    /// Reads `key` into `target`, which keeps its default when the key is left out.
    mutating func read<Value>(_ key: String, into target: inout Value, _ reader: Reader<Value>) {
        known.append(key)
        describe(key, reader, standard: target)
        guard let index = rest.firstIndex(where: { $0.key == key }) else { return }
        let place = rest.remove(at: index).place
        let before = findings.count
        if let value = reader.read(place, &findings) { target = value }
        if findings.count > before { unsound.insert(key) }
    }

    /// Reads `key` into a target that is `nil` when the key is left out.
    mutating func read<Value>(_ key: String, into target: inout Value?, _ reader: Reader<Value>) {
        read(key, into: &target, reader.map { .some($0) })
    }

    /// Reads `key` into a target that is `nil` for `word`.
    mutating func read<Value>(_ key: String, into target: inout Value?, _ reader: Reader<Value>, or word: String) {
        describe(key, reader.or(word), standard: target.map { $0 as Any } ?? word)
        read(key, into: &target, reader.or(word))
    }

    /// Keeps the form of a key; what is known of it first counts.
    private mutating func describe<Value>(_ key: String, _ reader: Reader<Value>, standard: Any) {
        guard let describes, !described.keys.contains(where: { $0.name == key }) else { return }
        let shape = reader.shape(describes)
        described.keys.append(.init(name: key, shape: shape, standard: shape.written(standard)))
    }

    /// Refuses a section without `key`; read it first.
    mutating func require(_ key: String, because refusal: Refusal) {
        if let index = described.keys.firstIndex(where: { $0.name == key }) { described.keys[index].isRequired = true }
        if !isGiven(key) { refuse(key, because: refusal) }
    }

    /// Reads every key not read so far, whatever its name.
    mutating func readOthers<Value>(_ reader: (String) -> Reader<Value>, _ take: (String, Value) -> Void) {
        if let describes { described.named = reader("").shape(describes) }
        for (key, place) in rest {
            if let value = reader(key).read(place, &findings) { take(key, value) }
        }
        rest = []
    }

    /// Reports a key that is told from unknown ones, and never accepted.
    mutating func refuseKey(_ key: String, because refusal: Refusal) {
        guard let index = rest.firstIndex(where: { $0.key == key }) else { return }
        let place = rest.remove(at: index).place
        findings.append(Finding(place.path, place.keyOrigin, refusal))
    }

    /// The place at which the section begins.
    var origin: Origin { whole.tree.origin }

    func isGiven(_ key: String) -> Bool { places[key] != nil }

    /// The setting below this section to which `keys` lead; `nil`: it was left out.
    func setting(at keys: String...) -> SettingTree? {
        keys.reduce(Optional(whole.tree)) { tree, key in tree?[key] }
    }

    /// Returns true when none of `keys` was read with a finding.
    func isSound(_ keys: String...) -> Bool { unsound.isDisjoint(with: keys) }

    /// Reports what is wrong with the value of `key` beside that of `others`, unless one of them could not be read. It
    /// points at the section when the key is left out.
    mutating func refuse(_ key: String, beside others: String..., because refusal: Refusal) {
        guard unsound.isDisjoint(with: others + [key]) else { return }
        findings.append(Finding(whole.path.child(key), places[key]?.origin ?? whole.keyOrigin, refusal))
    }

    /// Reports what is wrong with a setting further down, where the nearest of `keys` that is there stands.
    mutating func refuse(below keys: [String], because refusal: Refusal) {
        var (path, origin, tree) = (whole.path, whole.keyOrigin, Optional(whole.tree))
        for key in keys {
            path = path.child(key)
            let entry = tree?.entries.first { $0.key == key }
            tree = entry?.value
            if let entry { origin = entry.value.text == nil ? entry.keyOrigin : entry.value.origin }
        }
        findings.append(Finding(path, origin, refusal))
    }

    /// All findings, those about unknown keys included.
    consuming func finish() -> [Finding] {
        for (key, place) in rest {
            let refusal =
                (key.contains(TextRule.variable) ? Refusal.variableKey : nil)
                ?? Refusal.missingSpace(in: key, among: known)
                ?? Refusal("unknown key", hint: Refusal.suggestion(for: key, among: known), isPlain: true)
            findings.append(Finding(place.path, place.keyOrigin, refusal))
        }
        return findings
    }
}
