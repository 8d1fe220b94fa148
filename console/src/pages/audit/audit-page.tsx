import { Page } from '../../parts/page.tsx'
import { text } from './text.ts'
import { Timeline } from './timeline.tsx'

/** Every change and its actor, as a stream with filters. */
export function AuditPage() {
  return (
    <Page title={text.title} isFilled>
      <Timeline title={text.title} none={text.none} csv="audit" />
    </Page>
  )
}
