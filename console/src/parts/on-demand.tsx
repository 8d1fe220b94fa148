import { useEffect, useState, type ReactNode } from 'react'

/**
 * Shows what has to be loaded first, as soon as it is. Suspense would show it 300 ms later, because it replaces nothing
 * sooner. `load` must not change.
 */
export function OnDemand<T>({
  load,
  children,
}: {
  load: () => Promise<T>
  children: (loaded: T) => ReactNode
}) {
  const [loaded, setLoaded] = useState<T>()
  useEffect(() => {
    void load().then(
      (value) => setLoaded(() => value),
      (error: unknown) =>
        // The page shows it.
        setLoaded(() => {
          throw error
        }),
    )
  }, [load])
  return loaded === undefined ? null : children(loaded)
}
