/// A section of the pipeline file that is being read. Each key is read once, by the reader for its value. Keys that are
/// never read are reported as unknown.
struct Section {
    private let whole: Place
    private let places: [String: Place]
    private var rest: [(key: String, place: Place)]
    private var known: [String] = []
    private var unsound: Set<String> = []
    private var findings: [Finding] = []
    /// The context for describing the section's keys; `nil` if values are being read instead.
    private var describes: LoadContext?
    private(set) var described = SettingShape.Keys()

    /// Creates an empty section that collects descriptions of its keys instead of reading values.
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

    /// Reads `key` of the section into `target`. If the key is missing, `target` keeps its default.
    mutating func read<Value>(_ key: String, into target: inout Value, _ reader: Reader<Value>) {
        known.append(key)
        describe(key, reader, standard: target)
        guard let index = rest.firstIndex(where: { $0.key == key }) else { return }
        let place = rest.remove(at: index).place
        let before = findings.count
        if let value = reader.read(place, &findings) { target = value }
        if findings.count > before { unsound.insert(key) }
    }

    /// Reads `key` of the section into `target`. If the key is missing, `target` stays `nil`.
    mutating func read<Value>(_ key: String, into target: inout Value?, _ reader: Reader<Value>) {
        read(key, into: &target, reader.map { .some($0) })
    }

    /// Reads `key` of the section into `target`. If the value is `word`, `target` becomes `nil`.
    mutating func read<Value>(_ key: String, into target: inout Value?, _ reader: Reader<Value>, or word: String) {
        describe(key, reader.or(word), standard: target.map { $0 as Any } ?? word)
        read(key, into: &target, reader.or(word))
    }

    /// Stores the description of a key, unless the key has already been described.
    private mutating func describe<Value>(_ key: String, _ reader: Reader<Value>, standard: Any) {
        guard let describes, !described.keys.contains(where: { $0.name == key }) else { return }
        let shape = reader.shape(describes)
        described.keys.append(.init(name: key, shape: shape, standard: shape.written(standard)))
    }

    /// Reports `refusal` as a problem if the section does not contain `key`. Must be called after the key was read.
    mutating func require(_ key: String, because refusal: Refusal) {
        if let index = described.keys.firstIndex(where: { $0.name == key }) { described.keys[index].isRequired = true }
        if !isGiven(key) { refuse(key, because: refusal) }
    }

    /// Reads all remaining keys of the section, whatever their names are.
    mutating func readOthers<Value>(_ reader: (String) -> Reader<Value>, _ take: (String, Value) -> Void) {
        if let describes { described.named = reader("").shape(describes) }
        for (key, place) in rest {
            if let value = reader(key).read(place, &findings) { take(key, value) }
        }
        rest = []
    }

    /// Rejects a key with an explanation, instead of reporting the key as unknown.
    mutating func refuseKey(_ key: String, because refusal: Refusal) {
        guard let index = rest.firstIndex(where: { $0.key == key }) else { return }
        let place = rest.remove(at: index).place
        findings.append(Finding(place.path, place.keyOrigin, refusal))
    }

    /// The position in the file at which the section begins.
    var origin: Origin { whole.tree.origin }

    func isGiven(_ key: String) -> Bool { places[key] != nil }

    /// Returns the setting at the path `keys` within this section; `nil` if it is missing.
    func setting(at keys: String...) -> SettingTree? {
        keys.reduce(Optional(whole.tree)) { tree, key in tree?[key] }
    }

    /// Returns true if no problem was found while the given keys were read.
    func isSound(_ keys: String...) -> Bool { unsound.isDisjoint(with: keys) }

    /// Rejects the value of `key` because it contradicts the values of `others`. Does nothing if one of these keys
    /// already has a problem. If `key` is missing, the problem is reported at the section.
    mutating func refuse(_ key: String, beside others: String..., because refusal: Refusal) {
        guard unsound.isDisjoint(with: others + [key]) else { return }
        findings.append(Finding(whole.path.child(key), places[key]?.origin ?? whole.keyOrigin, refusal))
    }

    /// Rejects a setting at the path `keys` within this section. The problem is reported at the last key of the path
    /// that exists.
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

    /// Returns all problems found in the section, including unknown keys.
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
