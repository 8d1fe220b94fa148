import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { readAgain } from '../api/use-api.ts'
import { useSummary, type Summary } from '../api/use-summary.ts'
import { phaseWords, readShare, sourceOf } from '../parts/run-progress.ts'
import { text } from './text.ts'
import classes from './shell.module.css'

type UnderWay = NonNullable<Summary['imports']>
type Run = UnderWay['runs'][number]

/** The whole summary is read: every few seconds is enough for a bar. */
const pauseMilliseconds = 5000
const mostShown = 3

/** Imports that are not over, above every page: until then what it shows may be incomplete. */
export function Imports() {
  const { data } = useSummary()
  const imports = data?.imports ?? null
  const isUnderWay = imports !== null && imports.unfinished > 0
  useProgress(isUnderWay, imports?.finished)
  if (!isUnderWay) return null
  const { unfinished, finished, runs } = imports
  const running = runs.filter(({ state }) => state === 'running').slice(0, mostShown)
  const total = finished + unfinished
  return (
    <section aria-label={text.imports.label} className={classes['imports']}>
      <p role="status">
        <b className="strong">{text.imports.done(finished, total)}</b> {text.imports.why}
      </p>
      <progress aria-label={text.imports.label} value={finished + sharesOf(runs)} max={total} />
      <ul className="contents">
        {running.map((run) => (
          <li key={run.id}>
            <Link
              to="/sources/$integration/runs"
              params={{ integration: run.integration_id }}
              className="link"
            >
              {text.imports.run(run.integration_name, sourceOf(run.source))}
            </Link>{' '}
            {phaseWords[run.phase]}
            {readShare(run)}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Reads the progress again and again, and everything else whenever a run is over. */
function useProgress(isUnderWay: boolean, finished: number | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isUnderWay) return undefined
    const timer = setInterval(
      () =>
        void client.invalidateQueries(
          { queryKey: ['/workspace/summary'] },
          { cancelRefetch: false },
        ),
      pauseMilliseconds,
    )
    return () => clearInterval(timer)
  }, [isUnderWay, client])
  const last = useRef({ isUnderWay, finished })
  useEffect(() => {
    const { isUnderWay: wasUnderWay, finished: had } = last.current
    last.current = { isUnderWay, finished }
    if (wasUnderWay && (!isUnderWay || finished !== had)) void readAgain(client)
  }, [isUnderWay, finished, client])
}

/** What is read is half done: the phases after reading take as long again. */
function sharesOf(runs: readonly Run[]): number {
  return runs.reduce(
    (sum, { state, phase, percent }) =>
      sum + (state === 'waiting' ? 0 : phase === 'reading' ? (percent ?? 0) / 200 : 0.5),
    0,
  )
}
