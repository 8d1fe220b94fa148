import type { Condition, Person, Rule } from '../../../src/engine/model.ts'

/** A rule engine from npm, with the same question as Muster's engine: for which rules does a person qualify? */
export type Peer = {
  name: string
  /** How a condition is written for it; or, as a noun, what it has no words for. */
  canExpress(condition: Condition): true | string
  /** Takes the rules once; what it then does for a person is measured. */
  load(rules: readonly Rule[]): LoadedPeer
}

export type LoadedPeer = {
  /** Brings a person's facts into the form that it takes, folded as Muster compares them; not measured. */
  prepare(person: Person, managersAbove: readonly Person[]): Prepared
}

/** Returns the ids of the rules that the person meets. */
export type Prepared = () => Promise<string[]> | string[]
