import { counted } from '../../contract/text.ts'
import type { Totals } from '../../policy/plans/effect.ts'
import type { PersonEffect } from '../../policy/plans/resource-effects.ts'
import type { ShownAccess } from '../../policy/plans/shown-access.ts'
import { bold, dim } from '../output/output.ts'

const shownPeople = 5

const kinds = {
  added: { mark: '+', words: 'added' },
  removed: { mark: '-', words: 'removed' },
  role_changed: { mark: '~', words: 'change role' },
  grace_started: { mark: '!', words: 'no longer qualify and stay for their grace' },
  grace_ended: { mark: '~', words: 'qualify again' },
  end_changed: { mark: '~', words: 'get another end' },
} as const
type Kind = keyof typeof kinds
// The keys of the object above, in its order.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
const kindNames = Object.keys(kinds) as Kind[]

/** `3 resources, 12 people: 10 added, 2 removed` */
export function describeTotals({
  totals,
  resources,
}: {
  totals: Totals & { people: number }
  resources?: readonly unknown[]
}): string {
  const where = resources === undefined ? '' : `${counted(resources.length, 'resource')}, `
  return `${where}${counted(totals.people, 'person', 'people')}: ${describeKinds(totals)}`
}

/** `10 added, 2 removed` */
export function describeKinds(totals: Totals): string {
  const parts = kindNames.flatMap((kind) =>
    totals[kind] > 0 ? [`${totals[kind]} ${kinds[kind].words}`] : [],
  )
  return parts.length === 0 ? 'no access changes' : parts.join(', ')
}

/** `Ada Moreau (ada@acme.example): guest → developer` */
export function describeEffect({ name, email, before, after }: PersonEffect): string {
  const who = email === null || email === name ? name : `${name} (${email})`
  return `${who}: ${describeAccess(before)} → ${describeAccess(after)}`
}

function describeAccess(access: ShownAccess | null): string {
  if (access === null) return 'nothing'
  return access.expires_at === null ? access.role : `${access.role} until ${access.expires_at}`
}

/** `codehost_group codehost/12 “Platform” (new)`, and a note. */
export function describeTitle(
  { resource, name = '', is_new = false }: { resource: string; name?: string; is_new?: boolean },
  note: string,
): string {
  const title = `${resource}${name === '' ? '' : ` “${name}”`}${is_new ? ' (new)' : ''}`
  return note === '' ? bold(title) : `${bold(title)}  ${dim(note)}`
}

/**
 * The changes for people, a line for each kind; with `full` a line for each person too. `people` may be only the first
 * of those that `totals` counts.
 */
export function describeMoves(
  { people, totals }: { people: readonly PersonEffect[]; totals: Totals },
  full: boolean,
): string[] {
  const moves = kindNames.flatMap((kind) =>
    describeKind(kind, { people, count: totals[kind] }, full),
  )
  return moves.length === 0 ? ['no access changes'] : moves
}

function describeKind(
  kind: Kind,
  { people, count }: { people: readonly PersonEffect[]; count: number },
  full: boolean,
): string[] {
  if (count === 0) return []
  const those = people.filter((person) => person.kinds.includes(kind))
  const { mark, words } = kinds[kind]
  if (full)
    return [`${mark} ${count} ${words}`, ...those.map((each) => `    ${describeEffect(each)}`)]
  if (those.length === 0) return [`${mark} ${count} ${words}`]
  const names = those.slice(0, shownPeople).map(shortly)
  const more = count - names.length
  return [`${mark} ${count} ${words}: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`]
}

function shortly({ name, before, after }: PersonEffect): string {
  if (before === null) return `${name} (${after?.role ?? ''})`
  if (after === null) return `${name} (${before.role})`
  const until = after.expires_at === null ? '' : `, until ${after.expires_at.slice(0, 10)}`
  const role = before.role === after.role ? after.role : `${before.role} → ${after.role}`
  return `${name} (${role}${until})`
}

/** A row of the effects of a plan, of a planned run or of an incident. */
type EffectRow = Pick<PersonEffect, 'kinds' | 'before' | 'after'> & {
  directory_user: { id: string | null; full_name: string; email: string | null }
}

/** The people of such rows, who without a name are called by their address. */
export function peopleOf(rows: readonly EffectRow[]): PersonEffect[] {
  return rows.map(({ directory_user: { id, full_name: name, email }, kinds, before, after }) => ({
    id: id ?? '',
    name: name === '' ? (email ?? '') : name,
    email,
    kinds,
    before,
    after,
  }))
}

export function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`)
}
