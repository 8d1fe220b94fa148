import { Button } from '@mantine/core'
import { ButtonLink } from '../../parts/button-link.tsx'
import type { Source } from '../source/use-source.ts'
import { text } from './text.ts'
import classes from './mapping.module.css'

/** Where the draft stands; `remapped`: saved with another mapping. */
type DraftState = 'wrong' | 'changed' | 'remapped' | 'unchanged'

/** Saves and discards. A mapping that was saved changes nothing by itself, so that it leads on to the imports. */
export function SaveBar({
  source,
  state,
  action,
  isPending,
  onSave,
  onDiscard,
}: {
  source: Source
  state: DraftState
  /** What saving is called, where there is something to save or a step that follows. */
  action: string | undefined
  isPending: boolean
  onSave: () => void
  onDiscard: () => void
}) {
  const said = {
    wrong: text.json.unsaved,
    changed: text.changed,
    remapped: savedOf(source),
    unchanged: text.unchanged,
  }
  return (
    <div className={classes['save']}>
      {action !== undefined && (
        <Button variant="filled" loading={isPending} disabled={state === 'wrong'} onClick={onSave}>
          {action}
        </Button>
      )}
      {(state === 'wrong' || state === 'changed') && (
        <Button onClick={onDiscard}>{text.reset}</Button>
      )}
      <span className="small quiet" role="status">
        {said[state]}
      </span>
      {state === 'remapped' && (
        <ButtonLink to="/sources/$integration/runs" params={{ integration: source.id }}>
          {text.saved.toRuns}
        </ButtonLink>
      )}
    </div>
  )
}

/** When a saved mapping counts. */
function savedOf({ connection }: Source): string {
  return connection === null ? text.saved.file : text.saved.sync
}
