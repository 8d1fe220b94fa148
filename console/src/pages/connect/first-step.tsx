import { Button } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { muster } from '../../api/muster.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useList } from '../../api/use-list.ts'
import { useOnce } from '../../api/use-once.ts'
import { useUrlState } from '../../app/url-state.ts'
import { ButtonLink } from '../../parts/button-link.tsx'
import { can, Can } from '../../parts/can.tsx'
import { ChangeError } from '../../parts/change-error.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { MissingPermission } from '../../parts/empty-state.tsx'
import { Section } from '../../parts/section.tsx'
import { ImportFields, choiceOf, importFile, type ImportedFile } from '../source/import-fields.tsx'
import { Onward } from '../source/onward.tsx'
import { RunSummary } from '../source/run-summary.tsx'
import type { Run } from '../source/run-columns.tsx'
import type { Source } from '../source/use-source.ts'
import type { FileChoice } from './file-step.tsx'
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
  const { source, file, encoding } = choice
  const [isComplete, setIsComplete] = useState(false)
  const { plan, run, planId, isPlanned, isAtWork, error, ...runs } = useFileRuns(choice, isComplete)
  const isImported = run.run?.state === 'succeeded'
  const isRemembered = plan.run !== undefined && file === null
  const forgetting =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value)
      runs.forget()
    }
  return (
    <div className="form">
      {can(source, 'create_import') ? (
        <ImportFields
          file={file}
          setFile={forgetting(choice.setFile)}
          encoding={encoding}
          setEncoding={forgetting(choice.setEncoding)}
          isComplete={isComplete}
          setIsComplete={forgetting(setIsComplete)}
        />
      ) : (
        <MissingPermission title={text.mayNotImport} />
      )}
      {!isImported && (
        <p className="soft">
          {isPlanned ? words.importWhy : isRemembered ? words.chooseAgain : words.planWhy}
        </p>
      )}
      <div className="buttons">
        <Can record={source} action="create_import">
          <Button
            variant={isPlanned ? 'default' : 'filled'}
            disabled={file === null}
            loading={isAtWork}
            onClick={runs.makePlan}
          >
            {planId === undefined ? words.plan : words.planAgain}
          </Button>
        </Can>
        {isPlanned && (
          <Can record={source} action="create_import">
            <Button
              variant="filled"
              disabled={file === null || isImported}
              loading={isAtWork}
              onClick={runs.makeImport}
            >
              {words.import}
            </Button>
          </Can>
        )}
      </div>
      {error !== null && <ChangeError error={error} />}
      <Outcome source={source} runs={[run, plan]} />
    </div>
  )
}

/** The runs of a chosen file. Only what a plan of this choice shows may be imported: not what an address shows after a reload. */
function useFileRuns({ source, file, encoding }: FileChoice, isComplete: boolean) {
  const { plan, run, planId, setUrl } = useRuns(source)
  const [plannedId, setPlannedId] = useState<string>()
  const send = useOnce((header, sent: ImportedFile) => importFile(source, header, sent), choiceOf)
  const start = (isPlan: boolean, onSuccess: (id: string) => void) => {
    if (file !== null) send.mutate({ file, encoding, isComplete, isPlan }, { onSuccess })
  }
  const forget = () => setUrl({ plan: '', run: '' })
  return {
    plan,
    run,
    planId,
    isPlanned: plan.run?.state === 'succeeded' && planId === plannedId,
    isAtWork: send.isPending || plan.isGoing || run.isGoing,
    error: send.error,
    forget,
    makePlan: () => {
      forget()
      start(true, (id) => {
        setPlannedId(id)
        setUrl({ plan: id })
      })
    },
    makeImport: () => start(false, (id) => setUrl({ run: id })),
  }
}

/** The plan and the import that the address names, so that a reload finds them; or an import that goes on already. */
function useRuns(source: Source) {
  const [{ plan: planId, run: runId }, setUrl] = useUrlState()
  const [going] = useState(() => goingImport(source))
  useEffect(() => {
    if (going !== undefined) setUrl({ run: going })
  }, [going, setUrl])
  return { plan: useRun(source.id, planId), run: useRun(source.id, runId), planId, setUrl }
}

function goingImport({ last_run: last }: Source): string | undefined {
  return last !== null && last.finished_at === null ? last.id : undefined
}

function FirstSync({ source }: { source: Source }) {
  const { plan, run, planId, setUrl } = useRuns(source)
  const sync = useOnce(
    (header, isPlan: boolean) =>
      muster.post('/workspace/integrations/{integration}/sync', {
        params: {
          path: { integration: source.id },
          header,
          query: { plan: isPlan ? 'true' : 'false' },
        },
      }),
    String,
  )
  const isAtWork = sync.isPending || plan.isGoing || run.isGoing
  return (
    <div className="form">
      {can(source, 'sync') ? (
        <p className="soft">{words.syncWhy}</p>
      ) : (
        <MissingPermission title={text.mayNotImport} />
      )}
      <div className="buttons">
        <Can record={source} action="sync">
          <Button
            variant="default"
            loading={isAtWork}
            onClick={() => {
              setUrl({ plan: '', run: '' })
              sync.mutate(true, { onSuccess: ({ id }) => setUrl({ plan: id }) })
            }}
          >
            {planId === undefined ? words.planSync : words.planAgain}
          </Button>
        </Can>
        <Can record={source} action="sync">
          <Button
            variant="filled"
            loading={isAtWork}
            onClick={() => sync.mutate(false, { onSuccess: ({ id }) => setUrl({ run: id }) })}
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
    if (finishedAt !== null && document.activeElement === document.body)
      section.current?.focus({ preventScroll: true })
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
      <p role="status" className="soft">
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
    <div className="form">
      <p>{words.push}</p>
      {run === undefined ? (
        <p className="soft" role="status">
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
        <Onward run={run}>
          <ButtonLink to="/sources/$integration" params={{ integration: source.id }}>
            {words.toSource}
          </ButtonLink>
        </Onward>
      )}
    </Section>
  )
}

function titleOf({ state, timestamp, is_plan: isPlan }: Run): string {
  if (timestamp.finished_at === null) return isPlan ? words.planning : words.importing
  if (isPlan) return words.planned
  return state === 'succeeded' ? words.done : words.result
}
