/// A section of the pipeline file while it is being read. Each key is read once, with the reader of its value. Keys
/// that are not read are unknown.
struct Section {
    private let whole: Place
    private let places: [String: Place]
    private var rest: [(key: String, place: Place)]
    private var known: [String] = []
    private var unsound: Set<String> = []
    private var findings: [Finding] = []
    /// The context for which the section's keys are described; `nil` if the section is read.
    private var describes: LoadContext?
    private(set) var described = SettingShape.Keys()

    /// Creates an empty section that collects descriptions of its keys instead of reading them.
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

    /// Reads `key` of the section into `target`, which keeps its default if the key is left out.
    mutating func read<Value>(_ key: String, into target: inout Value, _ reader: Reader<Value>) {
        known.append(key)
        describe(key, reader, standard: target)
        guard let index = rest.firstIndex(where: { $0.key == key }) else { return }
        let place = rest.remove(at: index).place
        let before = findings.count
        if let value = reader.read(place, &findings) { target = value }
        if findings.count > before { unsound.insert(key) }
    }

    /// Reads `key` of the section into `target`, which stays `nil` if the key is left out.
    mutating func read<Value>(_ key: String, into target: inout Value?, _ reader: Reader<Value>) {
        read(key, into: &target, reader.map { .some($0) })
    }

    /// Reads `key` of the section into `target`, which becomes `nil` if the value is `word`.
    mutating func read<Value>(_ key: String, into target: inout Value?, _ reader: Reader<Value>, or word: String) {
        describe(key, reader.or(word), standard: target.map { $0 as Any } ?? word)
        read(key, into: &target, reader.or(word))
    }

    /// Stores the description of a key, unless it is already known.
    private mutating func describe<Value>(_ key: String, _ reader: Reader<Value>, standard: Any) {
        guard let describes, !described.keys.contains(where: { $0.name == key }) else { return }
        let shape = reader.shape(describes)
        described.keys.append(.init(name: key, shape: shape, standard: shape.written(standard)))
    }

    /// Requires that the section has `key`, which must have been read before; otherwise adds a finding.
    mutating func require(_ key: String, because refusal: Refusal) {
        if let index = described.keys.firstIndex(where: { $0.name == key }) { described.keys[index].isRequired = true }
        if !isGiven(key) { refuse(key, because: refusal) }
    }

    /// Reads every key of the section that has not been read yet, whatever its name.
    mutating func readOthers<Value>(_ reader: (String) -> Reader<Value>, _ take: (String, Value) -> Void) {
        if let describes { described.named = reader("").shape(describes) }
        for (key, place) in rest {
            if let value = reader(key).read(place, &findings) { take(key, value) }
        }
        rest = []
    }

    /// Refuses a key with a specific explanation, instead of as an unknown key. The key is never accepted.
    mutating func refuseKey(_ key: String, because refusal: Refusal) {
        guard let index = rest.firstIndex(where: { $0.key == key }) else { return }
        let place = rest.remove(at: index).place
        findings.append(Finding(place.path, place.keyOrigin, refusal))
    }

    /// The location in the file at which the section begins.
    var origin: Origin { whole.tree.origin }

    func isGiven(_ key: String) -> Bool { places[key] != nil }

    /// Returns the setting below this section that the keys lead to; `nil` if it was left out.
    func setting(at keys: String...) -> SettingTree? {
        keys.reduce(Optional(whole.tree)) { tree, key in tree?[key] }
    }

    /// Returns true if no finding was added while the given keys were read.
    func isSound(_ keys: String...) -> Bool { unsound.isDisjoint(with: keys) }

    /// Refuses the value of `key` because of the values of `others`, unless one of these keys already has findings. If
    /// the key is left out, the finding points at the section.
    mutating func refuse(_ key: String, beside others: String..., because refusal: Refusal) {
        guard unsound.isDisjoint(with: others + [key]) else { return }
        findings.append(Finding(whole.path.child(key), places[key]?.origin ?? whole.keyOrigin, refusal))
    }

    /// Refuses a setting deeper in the section. The finding points at the last of `keys` that exists.
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

    /// Returns all findings about the section, including findings about unknown keys.
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
