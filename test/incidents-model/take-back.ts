import assert from 'node:assert/strict'
import { applyEdit, compareText, never } from './edits.ts'
import { managersAbove } from './evaluation.ts'
import { heldPeople } from './pending-facts.ts'
import { type Edit } from './moves.ts'
import { primary, type ShownStay } from './product.ts'
import { compare } from './compare.ts'
import { cloneFeed, pass, personOf, reach, send, type Session } from './session.ts'

/** A mistake at the source and its correction: the held people keep what they had, stays and grace included. */
export async function takeBack(
  session: Session,
  { edits, milliseconds, server }: { edits: Edit[]; milliseconds: number; server: number },
): Promise<void> {
  const { world } = session
  await send(session, primary, 'all', server)
  await compare(session, 'the feed before a mistake')
  const heldBefore = heldPeople(world, primary)
  const before = session.state.stays
  const good = cloneFeed(session.feeds[primary] ?? never())
  for (const one of edits) applyEdit(session, primary, one)
  await send(session, primary, 'all', server)
  await compare(session, 'a mistake')
  const active = (person: string): boolean => world.people.get(person)?.base === 'active'
  // What was held before the mistake may also move those below, once it is accepted.
  const waits = (person: string): boolean =>
    [person, ...managersAbove(world, person)].some((each) => heldBefore.has(each))
  const held = [...heldPeople(world, primary)].filter((person) => !waits(person) && active(person))
  pass(session, milliseconds)
  session.feeds[primary] = good
  await send(session, primary, 'all', server + 1)
  await compare(session, 'the end of a mistake')
  const until = session.product.now()
  const stillThere = (stay: ShownStay): boolean =>
    stay.expires_at === null || stay.expires_at > until
  const staysOf = (stays: readonly ShownStay[], person: string): string[] =>
    stays
      .filter((stay) => personOf(session, stay.person) === person && stillThere(stay))
      .map(({ id, ruleset, role, expires_at }) => `${ruleset} ${id} ${role} ${expires_at}`)
      .sort(compareText)
  for (const person of held) {
    assert.deepEqual(
      staysOf(session.state.stays, person),
      staysOf(before, person),
      `what ${person} had before the mistake`,
    )
    reach(session, 'taken back')
  }
}
