import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

const indigo: MantineColorsTuple = [
  '#eef2ff',
  '#e0e7ff',
  '#c7d2fe',
  '#a5b4fc',
  '#818cf8',
  '#6366f1',
  '#4f46e5',
  '#4338ca',
  '#3730a3',
  '#312e81',
]

const red: MantineColorsTuple = [
  '#fff1f1',
  '#ffe0e0',
  '#ffc7c7',
  '#ffa0a0',
  '#ff6b6b',
  '#e5484d',
  '#c0262d',
  '#a81e25',
  '#8d1a20',
  '#75181d',
]

// From text to the deepest background, as tokens.css has them.
const dark: MantineColorsTuple = [
  '#ededf2',
  '#b0b0bd',
  '#9090a0',
  '#5c5c69',
  '#3b3b46',
  '#26262e',
  '#1a1a1f',
  '#131316',
  '#0d0d10',
  '#09090b',
]

/** Mantine in the console's own sizes. Colours come from tokens.css. */
export const theme = createTheme({
  colors: { dark, indigo, red },
  primaryColor: 'indigo',
  primaryShade: 6,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font-mono)',
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '15px', xl: '20px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  defaultRadius: '6px',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'xs', variant: 'default' } },
    TextInput: { defaultProps: { size: 'xs' } },
    Textarea: { defaultProps: { size: 'xs' } },
    Select: { defaultProps: { size: 'xs' } },
    Checkbox: { defaultProps: { size: 'xs' } },
    SegmentedControl: { defaultProps: { size: 'xs' } },
    Popover: { defaultProps: { transitionProps: { duration: 80 }, shadow: 'none' } },
    ModalRoot: {
      defaultProps: {
        centered: true,
        shadow: 'none',
        transitionProps: { duration: 80, transition: 'fade' },
      },
    },
    ModalOverlay: { defaultProps: { backgroundOpacity: 0.35 } },
  },
})

/** Gives Mantine's variables the values of tokens.css, which follow the colour scheme by themselves. */
export const cssVariables: CSSVariablesResolver = () => {
  const variables = {
    '--mantine-color-body': 'var(--canvas)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-3)',
    '--mantine-color-placeholder': 'var(--text-3)',
    '--mantine-color-anchor': 'var(--accent-text)',
    '--mantine-color-error': 'var(--red)',
    '--mantine-color-default': 'var(--raised)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-line-height': '1.45',
  }
  return { variables: {}, light: variables, dark: variables }
}
