import { newStatementName } from './statement-names.ts'

/**
 * The prepared statements of a connection whose plans are kept for one size of the tables (planning.ts). Those of another size
 * are forgotten, and their names are not used again: `pg` takes a name that it knows for prepared.
 */
export class KeptPlans {
  #sizes: string | undefined
  /** By the text of the statement. */
  readonly #names = new Map<string, string>()
  readonly #prepared = new Set<string>()

  /** The name of a statement of these sizes, and the `former` ones that are to be deallocated before it runs. */
  plan(text: string, sizes: string): { name: string; former: string[] } {
    const former = sizes === this.#sizes ? [] : [...this.#prepared]
    if (sizes !== this.#sizes) {
      this.#sizes = sizes
      this.#names.clear()
      this.#prepared.clear()
    }
    const name = this.#names.get(text) ?? newStatementName()
    this.#names.set(text, name)
    return { name, former }
  }

  /** A statement that has run is prepared; one that has failed may not be. */
  prepared(name: string): void {
    this.#prepared.add(name)
  }

  /** Prepares a statement again, because a migration made it stale. */
  rename(text: string): void {
    this.#names.delete(text)
  }
}
