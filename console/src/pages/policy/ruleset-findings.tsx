import { Icon } from '../../parts/icon.tsx'
import classes from './policy.module.css'

/** What rules name although it is gone. */
export function RulesetFindings({ findings }: { findings: readonly { message: string }[] }) {
  const messages = [...new Set(findings.map(({ message }) => message))]
  if (messages.length === 0) return null
  return (
    <ul className={classes['findings']}>
      {messages.map((message) => (
        <li key={message}>
          <Icon name="warning" size={14} />
          {message}
        </li>
      ))}
    </ul>
  )
}
