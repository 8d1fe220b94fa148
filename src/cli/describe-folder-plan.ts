import type {
  FolderPlan,
  HeldAccess,
  PersonEffect,
  ResourcePlan,
} from '../connectors/policy-folder/folder-plan.ts'
import { bold, dim } from './output.ts'

const shownPeople = 5
const shownResources = 10

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

/** A plan for a reviewer: per resource who is added and removed, and how its file changes. */
export function describeFolderPlan(plan: FolderPlan, { full = false }: { full?: boolean }): string {
  const left = leftOut(plan)
  if (!plan.has_changes) return ['No changes.', ...left].join('\n')
  const { settings, resources, findings } = plan
  const sections = [
    ...(settings.diff.length === 0
      ? []
      : [[heading('dimensions', settings.file ?? ''), ...indented(settings.diff)].join('\n')]),
    ...resources.map((resource) => describeResource(resource, full)),
    ...(findings.length === 0 ? [] : [['Worth a look:', ...indented(findings)].join('\n')]),
    [...left, `${describeTotals(plan)}.`, `Plan ${plan.id}`].join('\n'),
  ]
  return sections.join('\n\n')
}

/** `3 resources, 12 people: 10 added, 2 removed` */
export function describeTotals({
  totals,
  resources,
}: Pick<FolderPlan, 'totals'> & Partial<Pick<FolderPlan, 'resources'>>): string {
  const parts = kindNames.flatMap((kind) =>
    totals[kind] > 0 ? [`${totals[kind]} ${kinds[kind].words}`] : [],
  )
  const what = parts.length === 0 ? 'nobody’s access changes' : parts.join(', ')
  const where = resources === undefined ? '' : `${counted(resources.length, 'resource')}, `
  return `${where}${counted(totals.people, 'person', 'people')}: ${what}`
}

/** `Ada Moreau (ada@acme.example): guest → developer` */
export function describeEffect({ name, email, before, after }: PersonEffect): string {
  const who = email === null || email === name ? name : `${name} (${email})`
  return `${who}: ${describeHeld(before)} → ${describeHeld(after)}`
}

function describeHeld(held: HeldAccess | null): string {
  if (held === null) return 'nothing'
  return held.expires_at === null ? held.role : `${held.role} until ${held.expires_at}`
}

function describeResource(resource: ResourcePlan, full: boolean): string {
  const { diff, people, name, file, is_new } = resource
  const title = `${resource.resource}${name === '' ? '' : ` “${name}”`}${is_new ? ' (new)' : ''}`
  const moves = kindNames.flatMap((kind) => describeKind(kind, people, full))
  return [
    heading(title, file ?? 'follows from others'),
    ...indented(moves.length === 0 ? ['nobody’s access changes'] : moves),
    ...indented(diff),
  ].join('\n')
}

function describeKind(kind: Kind, people: readonly PersonEffect[], full: boolean): string[] {
  const those = people.filter((person) => person.kinds.includes(kind))
  if (those.length === 0) return []
  const { mark, words } = kinds[kind]
  if (full)
    return [
      `${mark} ${those.length} ${words}`,
      ...those.map((each) => `    ${describeEffect(each)}`),
    ]
  const names = those.slice(0, shownPeople).map(shortly).join(', ')
  const more = those.length - shownPeople
  return [`${mark} ${those.length} ${words}: ${names}${more > 0 ? ` and ${more} more` : ''}`]
}

function shortly({ name, before, after }: PersonEffect): string {
  if (before === null) return `${name} (${after?.role ?? ''})`
  if (after === null) return `${name} (${before.role})`
  const until = after.expires_at === null ? '' : `, until ${after.expires_at.slice(0, 10)}`
  const role = before.role === after.role ? after.role : `${before.role} → ${after.role}`
  return `${name} (${role}${until})`
}

function leftOut({ not_in_folder: names }: FolderPlan): string[] {
  if (names.length === 0) return []
  const shown = names.slice(0, shownResources).join(', ')
  const more = names.length - shownResources
  return [dim(`In no file, and left as they are: ${shown}${more > 0 ? ` and ${more} more` : ''}.`)]
}

function heading(title: string, file: string): string {
  return `${bold(title)}  ${dim(file)}`
}

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`)
}

function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`
}
