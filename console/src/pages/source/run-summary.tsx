import { Link } from '@tanstack/react-router'
import type { RowOf } from 'muster-sdk'
import { muster } from '../../api/muster.ts'
import { useMay } from '../../api/session.ts'
import { useApiIf } from '../../api/use-api.ts'
import { counted } from '../../parts/counted.ts'
import { wordColumn } from '../../parts/column-kinds.tsx'
import type { Column } from '../../parts/columns.ts'
import { CsvButton } from '../../parts/csv-button.tsx'
import { Facts } from '../../parts/facts.tsx'
import { HeldNotice } from '../../parts/held-notice.tsx'
import { Id } from '../../parts/id.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Effect } from '../../parts/plan/effect.tsx'
import { limitWords, text as plans } from '../../parts/plan/text.ts'
import { Time } from '../../parts/time.tsx'
import { withLabels } from '../connect/connectors.ts'
import { RefusalList } from '../mapping/refusal-list.tsx'
import { personChanges, PlannedPeople } from './planned-people.tsx'
import { changesOf, RunState, type Run } from './run-columns.tsx'
import { text } from './text.ts'
import type { Source } from './use-source.ts'
import { useUnknownStates } from './use-unknown-states.ts'

const { runs: words } = text

/** What a run did, why it failed, what it holds, and the rows that it left out. */
export function RunSummary({ source, run }: { source: Pick<Source, 'type'>; run: Run }) {
  const { timestamp, incident, failure, count, left_alone: left } = run
  return (
    <>
      {failure !== null && <Notice tone="warning">{withLabels(source, failure)}</Notice>}
      {count.states_unknown > 0 && <UnknownStates run={run} />}
      {incident !== null && incident.accounts > 0 && <Held run={run} incident={incident} />}
      {left !== null && (
        <Notice tone={left.because === 'bad_rows' ? 'warning' : 'info'}>
          {words.leftAlone(left)}
        </Notice>
      )}
      {count.accounts_orphaned > 0 && <Orphans run={run} />}
      <ToReview run={run} />
      <Facts
        of={{
          [words.state]: <RunState run={run} />,
          [words.source]: run.source,
          [words.read]: count.rows_read.toLocaleString('en'),
          ...(timestamp.finished_at !== null && {
            [run.is_plan ? words.would : words.what]: changesOf(run),
          }),
          [words.complete]: run.is_complete ? words.completeYes : words.completeNo,
          [words.started]: <Time at={timestamp.started_at} />,
          ...(run.duration_seconds !== null && {
            [words.took]: words.seconds(run.duration_seconds),
          }),
          [text.facts.id]: <Id value={run.id} />,
        }}
      />
      {run.plan !== null && <Planned run={run} plan={run.plan} />}
      {count.rows_rejected + count.notes > 0 && <LeftOut run={run} />}
    </>
  )
}

/** What the incident holds, the limits that were exceeded, and who may decide. */
function Held({ run, incident }: { run: Run; incident: NonNullable<Run['incident']> }) {
  const { id, people, reasons, decision_permissions: permissions } = incident
  return (
    <HeldNotice incidents={id === null ? [] : [{ id }]}>
      {heldWords(run)(people)}
      <ul className="bullets">
        {reasons.slice(0, fewReasons).map((reason) => (
          <li key={`${reason.scope} ${reason.direction} ${reason.ruleset_id}`}>
            {limitWords(reason, reason.ruleset_name)}
          </li>
        ))}
      </ul>
      {plans.deciders(permissions)}
    </HeldNotice>
  )
}

const fewReasons = 5

/** A run that found the incident open may have held nobody itself. */
function heldWords({ is_plan: isPlan, count }: Run) {
  if (count.accounts_held === 0) return text.held
  return isPlan ? words.wouldHold : words.held
}

/** Values without a meaning, which someone has to give; their accounts stay as they were until then. */
function UnknownStates({
  run: { id, integration_id: integration, count, is_plan: isPlan },
}: {
  run: Run
}) {
  const unknown = useUnknownStates(integration, id)
  return (
    <Notice tone="warning">
      {words.unknown(count.states_unknown, isPlan)}
      <ul className="bullets">
        {unknown.map(({ path, value, rows }) => (
          <li key={`${path} ${value}`}>{words.unknownValue(value, path, rows)}</li>
        ))}
      </ul>
      {unknown.length > 0 && (
        <Link
          to="/sources/$integration/mapping"
          params={{ integration }}
          search={{ field: 'account.state.sources' }}
          className="link"
        >
          {words.toStates}
        </Link>
      )}
    </Notice>
  )
}

/** Nothing of these accounts counts until someone says whose they are. */
function Orphans({ run: { integration_id: integration, count, is_plan: isPlan } }: { run: Run }) {
  return (
    <Notice tone="warning">
      {words.orphans(count.accounts_orphaned, isPlan)}{' '}
      {!isPlan && (
        <Link
          to="/sources/$integration/accounts"
          params={{ integration }}
          search={{ state: 'orphan' }}
          className="link"
        >
          {words.toOrphans}
        </Link>
      )}
    </Notice>
  )
}

/** People who are odd after a run of the primary, for those who may see people. */
function ToReview({ run: { review, is_plan: isPlan } }: { run: Run }) {
  const maySeePeople = useMay('directory.user.view')
  const found = words.reviews.filter(([name]) => review[name] > 0)
  if (found.length === 0) return null
  const search = { review: found.map(([, reasons]) => reasons).join(',') }
  return (
    <Notice tone="warning">
      {words.toReview(found.map(([name, , one, several]) => counted(review[name], one, several)))}{' '}
      {maySeePeople && !isPlan && (
        <Link to="/people" search={search} className="link">
          {words.toPeople}
        </Link>
      )}
    </Notice>
  )
}

/** Whose access would change, and who would be changed; people only for those who may see them. */
function Planned({
  run,
  plan: { totals, resources },
}: {
  run: Run
  plan: NonNullable<Run['plan']>
}) {
  const [maySeePeople, maySeeRules] = [useMay('directory.user.view'), useMay('policy.rule.view')]
  const rulesets = resources.map(({ resource, ...ruleset }) => ({
    ...ruleset,
    ruleset_key: ruleset.ruleset_key ?? resource,
    ...typeOf(resource),
  }))
  const { id, integration_id: integration } = run
  return (
    <>
      <section>
        <h3 className="subheading">{words.plan}</h3>
        <Effect
          totals={totals}
          rulesets={rulesets}
          {...(maySeePeople && maySeeRules && { source: { run: id, integration } })}
        />
      </section>
      {maySeePeople && isOfPeople(run) && <PlannedPeople run={run} />}
    </>
  )
}

/** Of a resource such as `codehost_group codehost/12` or `directory_attribute department/Sales`. */
function typeOf(resource: string): { type: string; dimension?: string } {
  const [type = '', place = ''] = resource.split(' ', 2)
  if (type !== 'directory_attribute') return { type }
  return { type, dimension: place.split('/', 1)[0] ?? '' }
}

function isOfPeople({ count }: Run): boolean {
  return personChanges.some((change) => count[`people_${change}`] > 0)
}

type LeftOutRow = RowOf<'/workspace/integrations/{integration}/runs/{run}/rows'>

const lineOf = ({ line }: LeftOutRow) => String(line ?? '')
const reasonOf = ({ reason }: LeftOutRow) => reason

const rowColumns: readonly Column<LeftOutRow>[] = [
  wordColumn('line', words.lineHeader, lineOf, { min: 0 }),
  wordColumn('reason', words.reasonHeader, reasonOf, { min: 0 }),
]

/** What to do about the rows that could not be taken, and remarks. Both quote values, so not everyone may see them. */
function LeftOut({ run }: { run: Run }) {
  const may = useMay('directory.identity.profile.view')
  const path = { integration: run.integration_id, run: run.id }
  const rows = useApiIf(may, '/workspace/integrations/{integration}/runs/{run}/rows', {
    params: {
      path,
      query: { 'filter[kind]': 'note', include: ['groups'], 'page[size]': '100' },
    },
  })
  const { data } = rows
  const { rows_rejected: rejected, notes } = run.count
  return (
    <>
      {rejected > 0 && (
        <section>
          <h3 className="subheading">{words.leftOut(rejected)}</h3>
          {may ? (
            <>
              <RefusalList groups={data?.groups ?? []} integration={run.integration_id} />
              <CsvButton
                list={rows}
                name={words.refusedFile}
                columns={rowColumns}
                read={(signal) =>
                  muster.list('/workspace/integrations/{integration}/runs/{run}/rows', {
                    params: { path, query: { 'filter[kind]': 'rejected', 'page[size]': '500' } },
                    signal,
                  })
                }
              />
            </>
          ) : (
            <p>{words.mayNot}</p>
          )}
        </section>
      )}
      {notes > 0 && (
        <section>
          <h3 className="subheading">{words.notes(notes)}</h3>
          {!may && <p>{words.mayNot}</p>}
          <ul className="bullets">
            {data?.data.map(({ line, reason }) => (
              <li key={`${line} ${reason}`}>
                {line !== null && `${words.line(line)}: `}
                {reason}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
