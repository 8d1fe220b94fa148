import { withInstants } from '../../parts/instants.ts'
import type { Explanation, Pending, Chain, Lane, Source } from './lanes.ts'
import { text } from './text.ts'

/** A sentence, with those that belong to it. */
export type Sentence = { text: string; below: readonly string[] }

const { say } = text
const exact = new Intl.DateTimeFormat('en', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** An instant for a text that is read elsewhere: in UTC, and says so. */
function saidTime(at: string): string {
  return `${exact.format(new Date(at))} UTC`
}

/** Everything that the drawing shows, in sentences. */
export function sentencesOf(explanation: Explanation, lanes: readonly Lane[]): Sentence[] {
  const { included, why, eligibility, pending, withheld } = explanation
  const { full_name: name } = included.directory_user
  return [
    alone(say.standing(name, included.policy_resource.name, withInstants(why, saidTime))),
    ...(eligibility.is_eligible ? [] : [alone(text.notEligible(eligibility.reasons.join(', ')))]),
    ...lanes.map(sayLane),
    ...pending.map((each) => alone(say.pending(each.integration_handle, pendingWords(each)))),
    ...(withheld.length > 0 ? [alone(text.withheld)] : []),
  ]
}

function alone(words: string): Sentence {
  return { text: words, below: [] }
}

function sayLane({ rule, part, chains }: Lane): Sentence {
  const { description, role_name: role, priority, findings } = rule
  return {
    text: say.rule(description ?? '…', role, priority, say.parts[part]),
    below: [...chains.map(sayChain), ...findings.map(({ message }) => message)],
  }
}

function sayChain({ wanted, tone, sources, attribute }: Chain): string {
  const seen = sources.map(saySource)
  if (seen.length === 0 && attribute !== null) seen.push(attribute.note)
  return say.condition(wanted, say.verdicts[tone], seen.join('; '))
}

function saySource({ from, key, value, changedAt }: Source): string {
  return say.seen(from ?? '', key, value, changedAt === null ? '' : saidTime(changedAt))
}

/** What a source says that policy does not read yet. */
export function pendingWords({ state, pending_state, changes, is_rejected_account_end }: Pending) {
  const { pending: words } = text
  return [
    ...(state === pending_state ? [] : [words.state(state, pending_state)]),
    ...changes.map((each) =>
      words.change(each.profile_key, each.accepted ?? text.noValue, each.pending ?? text.noValue),
    ),
    ...(is_rejected_account_end ? [words.rejected] : []),
  ].join('; ')
}

/** The sentences as a text for a ticket, with the address of the page. */
export function plainText(sentences: readonly Sentence[], address: string): string {
  const lines = sentences.flatMap(({ text: words, below }) => [
    words,
    ...below.map((each) => `  - ${each}`),
  ])
  return [...lines, address].join('\n')
}
