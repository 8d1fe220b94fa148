import type { Summary } from '../../api/use-summary.ts'
import { muster } from '../../api/muster.ts'
import { anyVersion } from '../../api/versions.ts'
import { ConfirmButton } from '../../parts/dialog-button.tsx'
import { Time } from '../../parts/time.tsx'
import { text } from './text.ts'
import { WaitingLine } from './waiting-line.tsx'

const words = text.toConfirm

/** A line for each service that the viewer answers for and is to confirm: they may see nothing else of it. */
export function ToConfirm({ decisions }: { decisions: Summary['decisions'] }) {
  const { services = [] } = decisions.services_to_confirm ?? {}
  return services.map(({ service_id: service, name, confirm_by }) => (
    <WaitingLine
      key={service}
      level="doubt"
      figure={['1', words.unit]}
      says={words.says(name)}
      facts={[
        <>
          {words.due} <Time at={confirm_by} />
        </>,
      ]}
      action={
        <ConfirmButton
          label={words.action}
          title={words.title(name)}
          isDangerous={false}
          of={{ id: service, abilities: { confirm: true } }}
          can="confirm"
          run={() =>
            muster.post('/workspace/services/{service}/confirm', {
              of: anyVersion(),
              params: { path: { service } },
              body: {},
            })
          }
        >
          {words.why}
        </ConfirmButton>
      }
    />
  ))
}
