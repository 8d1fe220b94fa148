import { useEffect } from 'react'
import { Id } from '../parts/id.tsx'
import mark from '../assets/mark.svg'
import { text } from './text.ts'
import classes from './sign-in.module.css'

/** What a browser without a session shows: how to get a link. */
export function SignIn() {
  const { title, why, how, command, forOthers, commandForOthers } = text.signIn
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <main className={classes['page']}>
      <div className={classes['card']}>
        <img src={mark} alt="" width={36} height={36} />
        <h1 className={classes['title']}>{title}</h1>
        <p className={classes['why']}>{why}</p>
        <p>{how}</p>
        <div className={classes['command']}>
          <Id value={command} />
        </div>
        <p className={classes['why']}>{forOthers}</p>
        <div className={classes['command']}>
          <Id value={commandForOthers} />
        </div>
      </div>
    </main>
  )
}
