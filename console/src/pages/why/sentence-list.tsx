import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { Icon } from '../../parts/icon.tsx'
import type { Explanation } from './explanation.ts'
import type { Lane } from './lanes.ts'
import { plainText, sentencesOf } from './sentences.ts'
import { text } from './text.ts'
import classes from './why.module.css'

/** The drawing as sentences, to be read aloud and to be copied into a ticket. */
export function SentenceList({
  explanation,
  lanes,
}: {
  explanation: Explanation
  lanes: readonly Lane[]
}) {
  const { copy, copied } = useClipboard({ timeout: 1500 })
  const sentences = sentencesOf(explanation, lanes)
  const { directory_user: person, policy_ruleset: ruleset } = explanation.included
  const address = `${location.origin}/why?person=${person.id}&ruleset=${ruleset.id}`
  return (
    <section className={classes['sentences']}>
      <div className={classes['sentencesHead']}>
        <h2 className={classes['heading']}>{text.sentences}</h2>
        <Button
          leftSection={<Icon name={copied ? 'check' : 'copy'} size={14} />}
          onClick={() => copy(plainText(sentences, address))}
        >
          {copied ? text.copied : text.copy}
        </Button>
      </div>
      <ul className={classes['list']}>
        {sentences.map(({ text: words, below }) => (
          <li key={words}>
            {words}
            {below.length > 0 && (
              <ul className={classes['below']}>
                {below.map((each) => (
                  <li key={each}>{each}</li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
