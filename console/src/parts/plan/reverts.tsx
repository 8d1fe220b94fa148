import { Link } from '@tanstack/react-router'
import { Few } from './few.tsx'
import { Notice } from '../notice.tsx'
import { text } from './text.ts'
import type { PlanRecord } from './types.ts'

/** Which plan this one undoes, which one has undone it, and what an undoing leaves as it is. */
export function Reverts({ plan }: { plan: PlanRecord }) {
  const { reverts_plan_id: undone, reverted_by_id: by, not_reverted: left, rulesets } = plan
  const nameOf = (id: string | null) => rulesets.find(({ ruleset_id }) => ruleset_id === id)?.name
  return (
    <>
      {undone !== null && <PlanLine plan={undone} words={text.undo.undoes} />}
      {by !== null && <PlanLine plan={by} words={text.undo.undoneBy} />}
      {left.length > 0 && (
        <Notice tone="news" title={text.undo.left(left.length)}>
          <Few
            lines={left.map(({ ruleset_id: id, event, reason }) => {
              const name = id === null ? undefined : nameOf(id)
              return `${name ?? event.split('.')[1]?.replaceAll('_', ' ') ?? ''}: ${reason}`
            })}
          />
        </Notice>
      )}
    </>
  )
}

function PlanLine({ plan, words }: { plan: string; words: string }) {
  return (
    <p>
      <Link to="/plans/$plan" params={{ plan }} className="link">
        {words}
      </Link>
    </p>
  )
}
