import { ActionIcon, UnstyledButton } from '@mantine/core'
import { Outlet, useLocation, useNavigate, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState, type RefObject } from 'react'
import { shownKey, handleKey, useShortcuts } from '../keys/shortcuts.ts'
import { Icon } from '../parts/icon.tsx'
import { OnDemand } from '../parts/on-demand.tsx'
import { useApplied } from '../parts/plan/applied.ts'
import { FirstStepsLine } from './first-steps-line.tsx'
import { Imports } from './imports.tsx'
import { Nav } from './nav.tsx'
import { usePlaces } from './places.ts'
import { text } from './text.ts'
import { useHasAccess } from './use-has-access.ts'
import { UserMenu } from './user-menu.tsx'
import classes from './shell.module.css'

const NoAccess = lazy(async () => ({ default: (await import('./no-access.tsx')).NoAccess }))
// Neither is needed before somebody asks for it.
const loadPalette = async () => (await import('./palette.tsx')).Palette
const loadApplied = async () => (await import('../parts/plan/undo.tsx')).AppliedMessage
const loadKeysHelp = async () => (await import('../keys/keys-help.tsx')).KeysHelp

type Overlay = 'palette' | 'keys' | 'nav'

/** What surrounds every page: places, search, who is signed in, and the keys that work everywhere. */
export function Shell() {
  const [overlay, setOverlay] = useState<Overlay>()
  const close = () => setOverlay(undefined)
  useGlobalShortcuts(setOverlay)
  const main = useFocusOnNewPage()
  const applied = useApplied()
  const burger = useRef<HTMLButtonElement>(null)
  return (
    <div className={classes['shell']}>
      <a
        href="#content"
        className={classes['skip']}
        onClick={(event) => {
          // The fragment would become a part of the page's address.
          event.preventDefault()
          main.current?.focus()
        }}
      >
        {text.skip}
      </a>
      <Nav
        isOpen={overlay === 'nav'}
        onLeave={close}
        onEscape={() => {
          close()
          burger.current?.focus()
        }}
      />
      {overlay === 'nav' && <div className={classes['shade']} onClick={close} aria-hidden />}
      <div className="column grow shrink">
        <Header burger={burger} isNavOpen={overlay === 'nav'} open={setOverlay} />
        <Imports />
        <FirstStepsLine />
        <main ref={main} id="content" tabIndex={-1} className={classes['main']}>
          <Content />
        </main>
      </div>
      {applied !== null && (
        <OnDemand load={loadApplied}>{(Message) => <Message key={applied} />}</OnDemand>
      )}
      {overlay === 'palette' && (
        <OnDemand load={loadPalette}>
          {(Palette) => <Palette onClose={close} onShowKeys={() => setOverlay('keys')} />}
        </OnDemand>
      )}
      {overlay === 'keys' && (
        <OnDemand load={loadKeysHelp}>{(KeysHelp) => <KeysHelp onClose={close} />}</OnDemand>
      )}
    </div>
  )
}

/** Above every page: the places on a narrow screen, search, and who is signed in. */
function Header({
  burger,
  isNavOpen,
  open,
}: {
  burger: RefObject<HTMLButtonElement | null>
  isNavOpen: boolean
  open: (overlay: Overlay) => void
}) {
  return (
    <header className={classes['header']}>
      <ActionIcon
        ref={burger}
        className={classes['burger'] ?? ''}
        variant="subtle"
        color="gray"
        aria-label={text.places}
        aria-expanded={isNavOpen}
        aria-controls="places"
        onClick={() => open('nav')}
      >
        <Icon name="menu" />
      </ActionIcon>
      <UnstyledButton className={classes['search']} onClick={() => open('palette')}>
        <Icon name="search" size={14} />
        <span className={classes['searchText']}>{text.search}</span>
        <kbd className={classes['searchKey']}>{shownKey('mod+k')}</kbd>
      </UnstyledButton>
      <UserMenu onShowKeys={() => open('keys')} />
    </header>
  )
}

/** The page, for those who may see anything. Their own settings are for everyone. */
function Content() {
  const hasAccess = useHasAccess()
  const isOwn = useLocation({ select: ({ pathname }) => pathname.startsWith('/settings') })
  if (hasAccess === true || isOwn) return <Outlet />
  return <Suspense>{hasAccess === false && <NoAccess />}</Suspense>
}

function useGlobalShortcuts(open: (overlay: Overlay) => void): void {
  const navigate = useNavigate()
  const places = usePlaces()
  useShortcuts(
    [
      { keys: 'mod+k', label: text.search, run: () => open('palette') },
      // A page with a search of its own takes this key.
      { keys: '/', label: text.searchHere, run: () => open('palette') },
      { keys: '?', label: text.keysLabel, run: () => open('keys') },
      ...places.map(({ to, label, key }) => ({
        keys: `g ${key}`,
        label: text.goTo(label),
        run: () => void navigate({ to }),
      })),
    ],
    { beneath: true },
  )
  useEffect(() => {
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}

/**
 * Moves the focus to a page that was just opened, so that reading and the keyboard begin there. What has the focus in the
 * page and is still there, such as a tab, keeps it.
 */
function useFocusOnNewPage() {
  const main = useRef<HTMLElement>(null)
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const lastPath = useRef(path)
  useEffect(() => {
    const isFirst = lastPath.current === undefined
    if (lastPath.current === path) return
    lastPath.current = path
    if (!isFirst && main.current?.contains(document.activeElement) !== true)
      main.current?.focus({ preventScroll: true })
  }, [path])
  return main
}
