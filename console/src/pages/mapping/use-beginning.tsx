import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import classes from './mapping.module.css'

/** The beginning of a long list, which `rest` is a button to show whole. `more` are its words, with how many it shows. */
export function useBeginning<Item>(
  all: readonly Item[],
  most: number,
  more: (hidden: number) => string,
) {
  const [isWhole, setIsWhole] = useState(false)
  const shown = isWhole ? all : all.slice(0, most)
  const hidden = all.length - shown.length
  const rest = hidden > 0 && (
    <UnstyledButton className={classes['more']} onClick={() => setIsWhole(true)}>
      {more(hidden)}
    </UnstyledButton>
  )
  return { shown, rest }
}
