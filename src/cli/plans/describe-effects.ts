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
  const moves = kindNames.flatMap((kind) => {
    const { mark, words } = kinds[kind]
    const those = people.filter((person) => person.kinds.includes(kind))
    const names = full ? those.map(describeEffect) : those.slice(0, shownPeople).map(shortly)
    return describeGroup(`${mark} ${totals[kind]} ${words}`, { names, count: totals[kind] }, full)
  })
  return moves.length === 0 ? ['no access changes'] : moves
}

/** `+ 7 added: Ada, Bo and 5 more`, or a line for each of the names that are known; nothing where the count is 0. */
export function describeGroup(
  title: string,
  { names, count }: { names: readonly string[]; count: number },
  full: boolean,
): string[] {
  if (count === 0) return []
  if (full) return [title, ...indented(indented(names))]
  return [`${title}${listed(names.slice(0, shownPeople), count)}`]
}

/** `3 created, 2 role changed`: the counts that are not 0, by their names. */
export function describeCounts(counts: object): string {
  return Object.entries(counts)
    .filter(([, count]) => typeof count === 'number' && count > 0)
    .map(([name, count]) => `${String(count)} ${name.replaceAll('_', ' ')}`)
    .join(', ')
}

/** `: Ada, Bo and 5 more`; empty without any. */
export function listed(names: readonly string[], count: number): string {
  const more = count - names.length
  return names.length === 0 ? '' : `: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
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

/** Lines below a title; nothing without any. */
export function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [title, ...indented(lines)]
}

export function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`)
}
