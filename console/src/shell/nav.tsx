import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Icon } from '../parts/icon.tsx'
import { usePlaces } from './places.ts'
import { countWaiting, useSummary } from '../api/use-summary.ts'
import { text } from './text.ts'
import mark from '../assets/mark.svg'
import classes from './shell.module.css'

type Drawer = {
  /** It is shown, and has the keyboard until it is left. */
  isOpen: boolean
  onLeave: () => void
  onEscape: () => void
}

/** The places on the left: with words, as icons alone, or as a drawer, by the width of the window. */
export function Nav({ isOpen, onLeave, onEscape }: Drawer) {
  const places = usePlaces().filter(({ isNotInMenu }) => isNotInMenu !== true)
  const first = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isOpen) first.current?.focus()
  }, [isOpen])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the links in it
    <nav
      aria-label={text.places}
      className={classes['nav']}
      data-open={isOpen}
      id="places"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (isOpen && relatedTarget !== null && !currentTarget.contains(relatedTarget)) onLeave()
      }}
      onKeyDown={(event) => {
        if (!isOpen || event.key !== 'Escape') return
        event.preventDefault()
        onEscape()
      }}
    >
      <Link
        ref={first}
        to="/"
        className={classes['brand']}
        aria-label={text.brand}
        onClick={onLeave}
      >
        <img src={mark} alt="" width={20} height={20} />
        <span className={classes['word']}>Muster</span>
      </Link>
      <ul>
        {places.map(({ to, label, icon }) => (
          <li key={to}>
            <Link
              to={to}
              className={classes['place']}
              activeOptions={{ exact: to === '/' }}
              onClick={onLeave}
              title={label}
            >
              <Icon name={icon} />
              <span className={classes['word']}>{label}</span>
              {to === '/' && <Waiting />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** How many decisions wait, beside the place where they are. */
function Waiting() {
  const { data } = useSummary()
  const waiting = data === undefined ? '0' : countWaiting(data)
  if (waiting === '0') return null
  return (
    <span className={classes['waiting']}>
      {waiting}
      <span className="visually-hidden"> {text.waiting(waiting)}</span>
    </span>
  )
}
