/// A function that converts a setting of the pipeline file to a value and reports problems. A section with problems can
/// also yield a value, so that the rest of the file can be checked.
struct Reader<Value> {
    let read: (Place, inout [Finding]) -> Value?
    /// A function that returns the description of the values that the reader accepts.
    let shape: (LoadContext) -> SettingShape

    init(
        _ shape: @autoclosure @escaping () -> SettingShape,
        _ read: @escaping (Place, inout [Finding]) throws(Refusal) -> Value?
    ) {
        self.init(shape: { _ in shape() }, read)
    }

    /// Creates a reader from a function.
    ///
    /// - Parameter read: converts the setting to a value. A `Refusal` that it throws is reported for the whole setting.
    init(
        shape: @escaping (LoadContext) -> SettingShape,
        _ read: @escaping (Place, inout [Finding]) throws(Refusal) -> Value?
    ) {
        self.shape = shape
        self.read = { place, findings in
            do throws(Refusal) {
                return try read(place, &findings)
            } catch {
                findings.append(Finding(place.path, place.origin, error))
                return nil
            }
        }
    }

    /// Returns a reader of a single text. Problems are reported at the text's position in the file.
    static func text(
        as shape: @autoclosure @escaping () -> SettingShape = .text,
        _ parse: @escaping (String) throws(Refusal) -> Value
    ) -> Reader {
        text(as: shape()) { (text, _) throws(Refusal) in try parse(text) }
    }

    /// Returns a reader of a single text, such as a path, whose meaning depends on something outside of the file.
    static func text(
        as shape: @autoclosure @escaping () -> SettingShape = .text,
        _ parse: @escaping (String, Variables) throws(Refusal) -> Value
    ) -> Reader {
        Reader(shape()) { place, _ throws(Refusal) in
            let text = try place.text()
            do throws(Refusal) { return try parse(text, place.variables) } catch {
                let isShown = error.isPlain || place.variables.context.rule.shown != .never
                throw isShown ? error : shape().refusal
            }
        }
    }

    func map<Other>(_ transform: @escaping (Value) -> Other) -> Reader<Other> {
        Reader<Other>(shape: shape) { place, findings in read(place, &findings).map(transform) }
    }

    /// Returns a reader that also accepts `word`, for which it returns `nil`. Error messages about the whole value
    /// mention the word.
    func or(_ word: String) -> Reader<Value?> {
        Reader<Value?>(shape: { shape($0).or(word) }) { place, findings in
            if place.isWord(word) { return .some(nil) }
            var own: [Finding] = []
            let value = read(place, &own)
            findings += own.map { finding in
                guard finding.path == place.path else { return finding }
                return Finding(finding.path, finding.origin, finding.refusal.mentioning(word))
            }
            return value.map { $0 }
        }
    }

    /// Returns a reader that rejects `word`, because only `encoders.default` accepts that word.
    func refusing(_ word: String, hint: String) -> Reader {
        Reader(shape: { .excluding(word, shape($0)) }) { place, findings in
            guard place.isWord(word) else { return read(place, &findings) }
            findings.append(Finding(place.path, place.origin, Refusal("'\(word)' means nothing here", hint: hint)))
            return nil
        }
    }

    /// Returns a reader of a list whose elements are read by `element`. The reader rejects duplicate elements.
    static func list<Element: Hashable>(of element: Reader<Element>) -> Reader where Value == [Element] {
        Reader(shape: { .list(element.shape($0), isFilled: false) }) { place, findings throws(Refusal) in
            var (values, known): ([Element], Set<Element>) = ([], [])
            for item in try place.elements() {
                guard let value = element.read(item, &findings) else { continue }
                if !known.insert(value).inserted {
                    findings.append(Finding(item.path, item.origin, Refusal("is listed twice", isPlain: true)))
                } else {
                    values.append(value)
                }
            }
            return values
        }
    }

    /// Returns a reader of a section whose keys are user-chosen names.
    ///
    /// - Parameters:
    ///   - check: throws if a key is not allowed as a name.
    ///   - isLimited: true if the length of the names is limited, because they become part of file names.
    ///   - entry: returns the reader of the value for a name.
    static func named<Element>(
        _ check: @escaping (String) throws(Refusal) -> Void, isLimited: Bool = true,
        _ entry: @escaping (String) -> Reader<Element>
    ) -> Reader where Value == [Element] {
        Reader(shape: { .section(.init(named: entry("").shape($0), reserved: Names.refused(by: check))) }) {
            place, findings throws(Refusal) in
            try place.children().compactMap { key, child in
                do throws(Refusal) {
                    try check(key)
                    if isLimited { try place.variables.context.limits.check(name: key) }
                } catch {
                    findings.append(Finding(child.path, child.keyOrigin, error))
                }
                return entry(key).read(child, &findings)
            }
        }
    }

    /// Returns a reader that accepts either a section or a single text.
    static func section(_ section: Reader, orText text: Reader) -> Reader {
        Reader(shape: { .choice([text.shape($0), section.shape($0)]) }) { place, findings in
            if case .section = place.tree.content { return section.read(place, &findings) }
            return text.read(place, &findings)
        }
    }

    /// Returns a reader of a section with fixed keys. `start` supplies the values of keys that are not set.
    static func section(_ start: Value, _ body: @escaping (inout Value, inout Section) -> Void) -> Reader {
        let describe = { (context: LoadContext) -> SettingShape in
            var (value, section) = (start, Section(describedFor: context))
            body(&value, &section)
            return .section(section.described)
        }
        return Reader(shape: describe) { place, findings in
            var value = start
            do throws(Refusal) {
                var section = try Section(place)
                body(&value, &section)
                findings += section.finish()
            } catch {
                findings.append(Finding(place.path, place.origin, error))
            }
            return value
        }
    }
}

extension Reader where Value: Collection {
    /// Returns a reader that rejects an empty list. If the list is empty only because of other problems, these are
    /// reported instead.
    func refusingNone(_ refusal: Refusal) -> Reader {
        let filled = { (context: LoadContext) -> SettingShape in
            if case .list(let element, _) = shape(context) { .list(element, isFilled: true) } else { shape(context) }
        }
        return Reader(shape: filled) { place, findings in
            let before = findings.count
            guard let values = read(place, &findings) else { return nil }
            if values.isEmpty, findings.count == before {
                findings.append(Finding(place.path, place.origin, refusal))
            }
            return values
        }
    }
}

extension Refusal {
    /// Returns the error for a text such as `device:test`, in which a space is missing after the colon; `nil` for other
    /// texts.
    ///
    /// - Parameter keys: the keys that may come before the colon; empty to allow any word.
    static func missingSpace(in text: String, among keys: [String] = []) -> Refusal? {
        guard let colon = text.firstIndex(of: ":"), text[..<colon].allSatisfy({ $0.isLetter || $0 == "-" }) else {
            return nil
        }
        let (key, value) = (String(text[..<colon]), text[text.index(after: colon)...])
        guard !key.isEmpty, !value.isEmpty, !value.hasPrefix("/"), keys.isEmpty || keys.contains(key) else {
            return nil
        }
        let words = value.prefix { $0 != " " && $0 != "\n" }
        return Refusal("there is no space after the colon", hint: "write \(key): \(words)")
    }

    /// Returns a copy of the error whose hint also mentions `word` as an accepted value.
    package func mentioning(_ word: String) -> Refusal {
        guard let hint else { return Refusal(message, hint: "or write \(word)", isPlain: isPlain) }
        return hint.hasSuffix("?") ? self : Refusal(message, hint: "\(hint), or \(word)", isPlain: isPlain)
    }
}
