import { Middle } from '../../parts/middle.tsx'
import { aboutOf, actorName, changesLine, type Log } from './describe-log.ts'
import { eventPhrase } from './event-words.ts'
import { text } from './text.ts'
import classes from './audit.module.css'

const clock = new Intl.DateTimeFormat('en', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
})

/** One row of the log in a line: when, what, about what, by which actor. */
export function LogRow({
  log,
  row,
  position,
  names,
  about,
  isNarrow,
  isCurrent,
  isSelected,
  onFocus,
  onOpen,
}: {
  log: Log
  row: number
  position: number
  names: ReadonlyMap<string, string>
  about: readonly (string | null)[] | undefined
  isNarrow: boolean
  isCurrent: boolean
  isSelected: boolean
  onFocus: () => void
  onOpen: () => void
}) {
  const { at, event, actor } = log
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Enter is a shortcut of the stream
    <div
      role="row"
      aria-rowindex={position}
      aria-selected={isSelected}
      data-row={row}
      data-narrow={isNarrow}
      tabIndex={isCurrent ? 0 : -1}
      className={classes['row']}
      onFocus={onFocus}
      onClick={() => {
        if (getSelection()?.isCollapsed !== false) onOpen()
      }}
    >
      <span role="gridcell" className={classes['at']}>
        <time dateTime={at} title={new Date(at).toISOString()}>
          {clock.format(new Date(at))}
        </time>
      </span>
      <span role="gridcell" className={classes['what']}>
        <span className={classes['phrase']} data-area={event.split('.')[0]}>
          {eventPhrase(event)}
        </span>
        <span className={classes['about']}>{aboutOf(log, names, about)}</span>
        <span className={classes['change']}>{changesLine(log, names)}</span>
      </span>
      <span role="gridcell" className={classes['actor']}>
        <Middle text={actorName(log, names)} />
      </span>
      <span role="gridcell" className={classes['via']}>
        {text.vias[actor.via]}
      </span>
    </div>
  )
}
