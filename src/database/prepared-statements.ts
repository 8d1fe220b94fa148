/** A connection keeps the plans of as many. PostgreSQL needs some 10 to 100 KB for each. */
const maximumStatements = 1000

/** How often a migration changed what statements of this process return. */
let migrations = 0

/**
 * The statements that one connection has prepared, because planning costs more than running most of them. The one that was used
 * longest ago makes room for another. No name is used twice: `pg` takes a name that it knows for prepared.
 */
export class PreparedStatements {
  /** The names by the text, in the order of their last use. */
  readonly #names = new Map<string, string>()
  #given = 0
  #migrations = migrations

  /** The name of a statement, and those that are to be forgotten before it runs. */
  nameOf(text: string): { name: string; forgotten: readonly string[] } {
    const stale = this.#takeStale()
    const name = this.#names.get(text) ?? `s${this.#given++}`
    this.#names.delete(text)
    this.#names.set(text, name)
    return { name, forgotten: [...stale, ...this.#makeRoom()] }
  }

  #takeStale(): string[] {
    if (this.#migrations === migrations) return []
    this.#migrations = migrations
    const stale = [...this.#names.values()]
    this.#names.clear()
    return stale
  }

  #makeRoom(): string[] {
    const [oldest] = this.#names
    if (oldest === undefined || this.#names.size <= maximumStatements) return []
    this.#names.delete(oldest[0])
    return [oldest[1]]
  }

  /** A migration made the statement of this name stale: on every connection all are prepared again. */
  isStale(text: string, name: string): void {
    if (this.#names.get(text) === name && this.#migrations === migrations) migrations += 1
  }
}
