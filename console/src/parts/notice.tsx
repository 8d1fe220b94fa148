import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
import classes from './notice.module.css'

type Tone = 'info' | 'news' | 'warning' | 'error'

const icons: Readonly<Record<Tone, IconName>> = {
  info: 'info',
  news: 'policy',
  warning: 'warning',
  error: 'warning',
}

/** A sentence about the page that one should know before acting: a warning, or why something is not offered. */
export function Notice({
  tone = 'info',
  title,
  children,
}: {
  tone?: Tone
  title?: string
  children: ReactNode
}) {
  return (
    <div className={classes['notice']} data-tone={tone} data-titled={title !== undefined}>
      <Icon name={icons[tone]} />
      <div>
        {title !== undefined && <p className="strong">{title}</p>}
        {children}
      </div>
    </div>
  )
}

/** What is wrong with rules, each sentence once. */
export function Findings({ findings }: { findings: readonly { message: string }[] }) {
  return [...new Set(findings.map(({ message }) => message))].map((message) => (
    <Notice key={message} tone="warning">
      {message}
    </Notice>
  ))
}
