import type { RowOf } from 'muster-sdk'
import { useMay } from '../../api/session.ts'
import { useApiIf } from '../../api/use-api.ts'
import { text } from './text.ts'

const { match: words } = text

export type Account = RowOf<'/directory/identities'>
type Person = RowOf<'/directory/users'>
type Evidence = Account['suggestion_evidence']

/** A person whose account it may be, what they have in common with it, and that as the reason of a link. */
export type Candidate = { person: Person; same: Evidence; reason: string }

/** The people that an orphan may belong to, once they are read. None for an orphan with evidence: an administrator rejected its match. */
export function useCandidates({ id, directory_user_id: owner }: Account) {
  const isWaiting = useMay('directory.user.view') && owner === null
  const described = useApiIf(isWaiting, '/directory/identities/{identity}', {
    params: { path: { identity: id } },
  })
  const found = described.data?.candidates ?? []
  const ids = found.map((each) => each.directory_user_id).join(',')
  const people = useApiIf(ids !== '', '/directory/users', {
    params: { query: { 'filter[id]': ids } },
  })
  const byId = new Map(people.data?.data.map((each) => [each.id, each]))
  const known = found.flatMap(({ directory_user_id: each, evidence: same }) => {
    const person = byId.get(each)
    return person === undefined ? [] : [{ person, same }]
  })
  const candidates = known.map<Candidate>(({ person, same }) => ({
    person,
    same,
    reason: reasonOf({ person, same }, known.length),
  }))
  const areNamed = ids === '' || people.data !== undefined
  const isRead = !isWaiting || (described.data !== undefined && areNamed)
  return {
    candidates,
    isRead,
    isNobody: isWaiting && isRead && candidates.length === 0,
    error: described.error ?? people.error,
    retry: () => void (described.data === undefined ? described : people).refetch(),
  }
}

/** What a person has in common with the account, such as `the same employee number 1042`. */
function evidenceOf(person: Person, same: Evidence): string[] {
  return same.map((each) => `${words.evidenceAs[each]} ${person[each] ?? ''}`.trim())
}

const longestReason = 500

/** Empty without evidence: an administrator says why then. */
function reasonOf({ person, same }: Omit<Candidate, 'reason'>, people: number): string {
  if (same.length === 0) return ''
  const said = (evidence: readonly string[]) => {
    const list = new Intl.ListFormat('en-GB').format(evidence)
    return people === 1 ? words.accepted(list) : words.chosen(list, people)
  }
  const whole = said(evidenceOf(person, same))
  return whole.length <= longestReason ? whole : said(same.map((each) => words.evidenceAs[each]))
}
