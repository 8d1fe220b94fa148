import { useMantineColorScheme } from '@mantine/core'
import { Choice } from '../../parts/choice.tsx'
import { Scroll } from '../../parts/scroll.tsx'
import { Section } from '../../parts/section.tsx'
import { text } from './text.ts'
import classes from './settings.module.css'

const { appearance: words } = text

/** How the console looks in this browser. */
export function Appearance() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Scroll>
      <Section title={words.theme} detail={words.themeWhy}>
        <div className={classes['appearance']}>
          <Choice
            label={words.theme}
            value={colorScheme}
            onChange={setColorScheme}
            options={(['auto', 'light', 'dark'] as const).map((value) => {
              const { label, detail } = words[value]
              return { value, label, detail }
            })}
          />
        </div>
      </Section>
    </Scroll>
  )
}
