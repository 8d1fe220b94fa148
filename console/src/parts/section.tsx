import { useId, type ReactNode } from 'react'

/** A titled part of a page, with what may be done there at the end of its line. */
export function Section({
  title,
  detail,
  action,
  children,
}: {
  title: string
  detail?: ReactNode
  action?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className="mb-28" aria-labelledby={id}>
      <div className="bar between mb-4">
        <h2 className="heading" id={id}>
          {title}
        </h2>
        {action}
      </div>
      {detail !== undefined && <p className="soft prose mb-8">{detail}</p>}
      {children}
    </section>
  )
}
