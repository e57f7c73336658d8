/// The shells for which completion scripts are generated.
package enum Shell: String, CaseIterable, Sendable {
    case bash, zsh, fish
}
