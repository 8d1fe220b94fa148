import { Button, Checkbox } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useChange } from '../../api/use-api.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useList } from '../../api/use-list.ts'
import { ButtonLink } from '../../parts/button-link.tsx'
import { Can } from '../../parts/can.tsx'
import { ChangeError } from '../../parts/change-error.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { Section } from '../../parts/section.tsx'
import { RunSummary } from '../source/run-summary.tsx'
import type { Run } from '../source/run-columns.tsx'
import type { Source } from '../source/use-source.ts'
import { FileField, type FileChoice } from './file-step.tsx'
import { text } from './text.ts'
import { useRun, type RunRead } from './use-run.ts'
import classes from './connect.module.css'

const { first: words } = text

/** The first import: a plan and then the import for a file, a sync for a directory, and waiting for a push. */
export function FirstStep(choice: FileChoice) {
  const { source } = choice
  if (source.scim_url !== null) return <FirstPush source={source} />
  return source.connection === null ? <FirstFile {...choice} /> : <FirstSync source={source} />
}

function FirstFile(choice: FileChoice) {
  const { source, file } = choice
  const [isComplete, setIsComplete] = useState(true)
  const [planId, setPlanId] = useState<string>()
  const [runId, setRunId] = useState(() => goingImport(source))
  const send = useChange((isPlan: boolean) => sendFile(choice, { isComplete, isPlan }))
  const plan = useRun(source.id, planId)
  const run = useRun(source.id, runId)
  const isPlanned = plan.run?.state === 'succeeded'
  const isAtWork = send.isPending || plan.isGoing || run.isGoing
  // A plan is of one choice, and only what it shows may be imported.
  const forget = () => {
    setPlanId(undefined)
    setRunId(undefined)
  }
  return (
    <div className={classes['form']}>
      <FileField
        {...choice}
        setFile={(next) => {
          choice.setFile(next)
          forget()
        }}
        setEncoding={(next) => {
          choice.setEncoding(next)
          forget()
        }}
      />
      <Checkbox
        label={words.complete}
        description={words.completeHint}
        checked={isComplete}
        onChange={({ currentTarget }) => {
          setIsComplete(currentTarget.checked)
          forget()
        }}
      />
      <p className={classes['quiet']}>{isPlanned ? words.importWhy : words.planWhy}</p>
      <div className={classes['buttons']}>
        <Can record={source} action="create_import">
          <Button
            variant={isPlanned ? 'default' : 'filled'}
            disabled={file === null}
            loading={isAtWork}
            onClick={() => {
              forget()
              send.mutate(true, { onSuccess: setPlanId })
            }}
          >
            {planId === undefined ? words.plan : words.planAgain}
          </Button>
        </Can>
        {isPlanned && (
          <Can record={source} action="create_import">
            <Button
              variant="filled"
              disabled={file === null || run.run?.state === 'succeeded'}
              loading={isAtWork}
              onClick={() => send.mutate(false, { onSuccess: setRunId })}
            >
              {words.import}
            </Button>
          </Can>
        )}
      </div>
      {send.error !== null && <ChangeError error={send.error} />}
      <Outcome source={source} runs={[run, plan]} />
    </div>
  )
}

/** An import that goes on, also when this step was left and opened again. */
function goingImport({ last_run: last }: Source): string | undefined {
  return last !== null && last.finished_at === null ? last.id : undefined
}

async function sendFile(
  { source, file, encoding }: FileChoice,
  { isComplete, isPlan }: { isComplete: boolean; isPlan: boolean },
): Promise<string> {
  const answer = await muster.post('/workspace/integrations/{integration}/imports', {
    params: {
      path: { integration: source.id },
      query: {
        name: (file?.name ?? '').slice(0, 200),
        complete: isComplete ? 'true' : 'false',
        plan: isPlan ? 'true' : 'false',
        ...(encoding !== undefined && { encoding }),
      },
    },
    body: file ?? new Blob(),
  })
  return 'id' in answer ? answer.id : ''
}

function FirstSync({ source }: { source: Source }) {
  const [planId, setPlanId] = useState<string>()
  const [runId, setRunId] = useState(() => goingImport(source))
  const plan = useRun(source.id, planId)
  const run = useRun(source.id, runId)
  const sync = useChange((isPlan: boolean) =>
    muster.post('/workspace/integrations/{integration}/sync', {
      params: {
        path: { integration: source.id },
        query: { plan: isPlan ? 'true' : 'false' },
      },
    }),
  )
  const isAtWork = sync.isPending || plan.isGoing || run.isGoing
  return (
    <div className={classes['form']}>
      <p className={classes['quiet']}>{words.syncWhy}</p>
      <div className={classes['buttons']}>
        <Can record={source} action="sync">
          <Button
            variant="default"
            loading={isAtWork}
            onClick={() => {
              setRunId(undefined)
              sync.mutate(true, { onSuccess: ({ id }) => setPlanId(id) })
            }}
          >
            {planId === undefined ? words.planSync : words.planAgain}
          </Button>
        </Can>
        <Can record={source} action="sync">
          <Button
            variant="filled"
            loading={isAtWork}
            onClick={() => sync.mutate(false, { onSuccess: ({ id }) => setRunId(id) })}
          >
            {words.sync}
          </Button>
        </Can>
      </div>
      {sync.error !== null && <ChangeError error={sync.error} />}
      <Outcome source={source} runs={[run, plan]} />
    </div>
  )
}

/** What was planned, until it is done. Its end is announced, and has the focus that the busy buttons lost. */
function Outcome({ source, runs }: { source: Source; runs: readonly RunRead[] }) {
  const failed = runs.find(({ error }) => error !== null)
  const run = runs.find(({ run: read }) => read !== undefined)?.run
  const section = useRef<HTMLDivElement>(null)
  const finishedAt = run?.timestamp.finished_at ?? null
  useEffect(() => {
    if (finishedAt !== null && document.activeElement === document.body) section.current?.focus()
  }, [finishedAt])
  const content = () => {
    if (failed?.error != null) return <ErrorState error={failed.error} retry={failed.retry} />
    if (run === undefined) return null
    if (!run.is_plan) return <Finished source={source} run={run} />
    return (
      <Section title={titleOf(run)}>
        <RunSummary source={source} run={run} />
      </Section>
    )
  }
  return (
    <div ref={section} tabIndex={-1} className={classes['outcome']}>
      <p role="status" className={classes['quiet']}>
        {run === undefined ? '' : announced(run)}
      </p>
      {content()}
    </div>
  )
}

function announced({ state, timestamp, is_plan: isPlan }: Run): string {
  if (timestamp.finished_at === null) return words.going
  if (state !== 'succeeded') return words.failed
  return isPlan ? words.planReady : words.importOver
}

const pauseMilliseconds = 3000

function FirstPush({ source }: { source: Source }) {
  const list = useList('/workspace/integrations/{integration}/runs', {
    params: { path: { integration: source.id } },
  })
  const client = useQueryClient()
  const [run] = list.rows
  const isWaiting = run === undefined
  useEffect(() => {
    if (!isWaiting) return undefined
    const predicate = ({ queryKey: [path] }: { queryKey: readonly unknown[] }) =>
      String(path).endsWith('/runs')
    const timer = setInterval(() => void client.invalidateQueries({ predicate }), pauseMilliseconds)
    return () => clearInterval(timer)
  }, [isWaiting, client])
  return (
    <div className={classes['form']}>
      <p>{words.push}</p>
      {run === undefined ? (
        <p className={classes['quiet']} role="status">
          {words.waiting}
        </p>
      ) : (
        <Finished source={source} run={run} />
      )}
    </div>
  )
}

function Finished({ source, run }: { source: Source; run: Run }) {
  const isDone = run.state === 'succeeded'
  return (
    <Section title={titleOf(run)}>
      <RunSummary source={source} run={run} />
      {isDone && (
        <div className={classes['buttons']}>
          <ButtonLink to="/sources/$integration" params={{ integration: source.id }} isPrimary>
            {words.toSource}
          </ButtonLink>
          <ButtonLink to="/sources/$integration/runs" params={{ integration: source.id }}>
            {words.toRuns}
          </ButtonLink>
        </div>
      )}
    </Section>
  )
}

function titleOf({ state, timestamp, is_plan: isPlan }: Run): string {
  if (timestamp.finished_at === null) return isPlan ? words.planning : words.importing
  if (isPlan) return words.planned
  return state === 'succeeded' ? words.done : words.result
}
