import classes from './tabs-placeholder.module.css'

/** Keeps the room of the tabs while a page does not know yet what it shows. */
export function TabsPlaceholder() {
  return <span className={classes['tabs']} />
}
