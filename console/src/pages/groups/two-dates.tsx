import type { RowOf } from 'muster-sdk'
import { useUrlState } from '../../app/url-state.ts'
import { personColumn, textColumn, wordColumn } from '../../parts/column-kinds.tsx'
import type { Column } from '../../parts/columns.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { endOfPastDay, withInstants } from '../../parts/instants.ts'
import { List } from '../../parts/list/list.tsx'
import { useFilteredList } from '../../parts/list/use-filtered-list.ts'
import { Reason } from '../../parts/middle.tsx'
import { DayFields, Question } from '../../parts/question.tsx'
import { NoRuleset } from './no-ruleset.tsx'
import { text } from './text.ts'
import { useGroup } from './use-group.ts'

const { columns: names, twoDates: words } = text
type Difference = RowOf<'/policy/rulesets/{ruleset}/compare'>

const columns: readonly Column<Difference>[] = [
  personColumn('person', names.person, ({ included }) => included.directory_user.full_name, {
    min: 150,
    grow: 1.6,
    to: ({ id }) => `/people/${id}`,
  }),
  wordColumn('kind', words.change, ({ kind }) => words.kinds[kind], { min: 110, grow: 0.5 }),
  textColumn('here', words.here, ({ here }) => here?.role_name ?? words.not),
  textColumn('there', words.there, ({ there }) => there?.role_name ?? words.not),
  textColumn('why', words.why, ({ why }) => why, {
    min: 165,
    grow: 2.5,
    cell: ({ why }) => <Reason why={withInstants(why)} />,
  }),
]

/** Who came, left or got another role between two days. The days are in the address. */
export function TwoDates() {
  const { data: group } = useGroup()
  const [{ at = '', until = '' }, setUrl] = useUrlState()
  if (group === undefined) return null
  if (group.ruleset === null) return <NoRuleset group={group} />
  const from = endOfPastDay(at)
  return (
    <>
      <Question>
        <DayFields
          days={{ at, until }}
          labels={{ at: words.from, until: words.until }}
          onChange={setUrl}
        />
      </Question>
      {from === undefined ? (
        <EmptyState title={words.ask} />
      ) : (
        <Differences ruleset={group.ruleset} at={from} until={endOfPastDay(until)} />
      )}
    </>
  )
}

type Asked = { ruleset: string; at: string; until: string | undefined }

function Differences({ ruleset, at, until }: Asked) {
  const list = useFilteredList('/policy/rulesets/{ruleset}/compare', {
    words,
    columns,
    path: { ruleset },
    query: { at, ...(until !== undefined && { until }) },
    search: 'filter[search]',
  })
  return <List list={list} opening={() => undefined} csv="changes.csv" />
}
