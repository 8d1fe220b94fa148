import type { Body } from '../../../sdk/src/index.ts'
import { findRecord } from '../api/find-record.ts'
import { typedBy } from '../api/resolve-names.ts'
import type { ApiOptions } from '../command-line/options.ts'
import { connect } from '../connection/connect.ts'
import { resource } from '../nouns/directory-nouns.ts'
import { say } from '../output/output.ts'
import { columns, printList } from '../output/present.ts'

type Suggested = Body<'get', '/directory/resources/{resource}/suggested-rules'>

/** A rule, or a person whom the rules miss or add. */
type Line = { id: string; what: string; name: string; note: string }

const fields = columns<Line>('what, name, note')

/** Prints rules that admit the members of a resource, and whom they would miss and add. */
export async function runSuggest(
  named: string,
  options: ApiOptions & { type?: string },
): Promise<void> {
  const { muster } = await connect(options)
  const { id } = await findRecord(resource, muster, named, typedBy(resource, options))
  const found = await muster.get('/directory/resources/{resource}/suggested-rules', {
    params: { path: { resource: id } },
  })
  const { message, is_explained: isExplained, count, missing, extra } = found
  const rows = isExplained ? linesOf(found) : []
  if (isExplained && options.output !== 'json') say(message)
  const unnamed = count.missing + count.extra - missing.length - extra.length
  if (isExplained && unnamed > 0)
    say(
      `${unnamed} more would be missing or extra: draft the rules, and see muster drift --drafts.`,
    )
  printList(options, {
    rows,
    hasMore: false,
    fields,
    idOf: ({ id: of }) => of,
    json: found,
    none: message,
  })
}

function linesOf({ data, missing, extra, exceptions }: Suggested): Line[] {
  return [
    ...data.map(({ description, count: { people, members } }) => ({
      id: '',
      what: 'rule',
      name: description,
      note: `admits ${people}, of whom ${members} are members`,
    })),
    ...missing.map(({ id, full_name: name, why }) => {
      const until = exceptions.find(({ user_id: of }) => of === id)?.expires_at
      const exception = until === undefined ? '' : `; could stay until ${until.slice(0, 10)}`
      return { id, what: 'missing', name, note: `${why}${exception}` }
    }),
    ...extra.map(({ id, full_name: name }) => ({
      id,
      what: 'extra',
      name,
      note: 'is no member, and would enter',
    })),
  ]
}
