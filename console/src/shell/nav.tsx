import { Link } from '@tanstack/react-router'
import { Icon } from '../parts/icon.tsx'
import { usePlaces } from './places.ts'
import { useWaiting } from './use-waiting.ts'
import { text } from './text.ts'
import mark from '../assets/mark.svg'
import classes from './shell.module.css'

/** The places on the left: with words, as icons alone, or as a drawer, by the width of the window. */
export function Nav({ isOpen, onLeave }: { isOpen: boolean; onLeave: () => void }) {
  const places = usePlaces().filter(({ isNotInMenu }) => isNotInMenu !== true)
  const waiting = useWaiting()
  return (
    <nav aria-label={text.places} className={classes['nav']} data-open={isOpen} id="places">
      <Link to="/" className={classes['brand']} onClick={onLeave}>
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
              {to === '/' && waiting > 0 && (
                <span className={classes['waiting']}>
                  {waiting}
                  <span className="visually-hidden"> {text.waiting}</span>
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
