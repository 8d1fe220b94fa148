import type { Summary } from '../../api/use-summary.ts'
import { muster } from '../../api/muster.ts'
import { anyVersion } from '../../api/versions.ts'
import { ConfirmButton } from '../../parts/dialog-button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { Time } from '../../parts/time.tsx'
import { text } from './text.ts'
import classes from './home.module.css'

const words = text.toConfirm

/** A card for each service that the viewer answers for and is to confirm: they may see nothing else of it. */
export function ToConfirm({ decisions }: { decisions: Summary['decisions'] }) {
  const { services = [] } = decisions.services_to_confirm ?? {}
  return services.map(({ service_id: service, name, confirm_by }) => (
    <li key={service} className={classes['card']} data-urgent>
      <span className={classes['cardIcon']}>
        <Icon name="services" />
      </span>
      <p className={classes['sentence']}>
        {words.says(name)} <Time at={confirm_by} />.
      </p>
      <span className={classes['cardButton']}>
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
      </span>
    </li>
  ))
}
