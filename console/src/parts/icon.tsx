import type { ReactNode } from 'react'

/** Icons of the console: 16 px, drawn with lines of 1.4 px. They never stand without a word or a label. */
const shapes = {
  home: <path d="M2.5 7 8 2.5 13.5 7v6.5h-4V9.8h-3v3.7h-4z" />,
  people: (
    <>
      <circle cx="6" cy="5.2" r="2.4" />
      <path d="M1.8 13.3c.3-2.7 2-4 4.2-4s3.9 1.3 4.2 4M10.5 3c1.5.1 2.4 1.1 2.4 2.3s-.8 2.1-1.9 2.3M12.2 9.7c1.3.5 2 1.7 2.1 3.4" />
    </>
  ),
  groups: (
    <>
      <rect x="2" y="2.5" width="5" height="5" rx="1.2" />
      <rect x="9" y="2.5" width="5" height="5" rx="1.2" />
      <rect x="2" y="9" width="5" height="5" rx="1.2" />
      <path d="M9.2 11.5h4.6M11.5 9.2v4.6" />
    </>
  ),
  policy: (
    <path d="M8 1.8 13.3 4v3.7c0 3.2-2.1 5.4-5.3 6.5-3.2-1.1-5.3-3.3-5.3-6.5V4zM5.7 8l1.7 1.7 3-3.3" />
  ),
  services: (
    <>
      <rect x="2" y="2.5" width="12" height="4.5" rx="1.2" />
      <rect x="2" y="9" width="12" height="4.5" rx="1.2" />
      <path d="M4.7 4.75h.01M4.7 11.25h.01M7.5 4.75h4M7.5 11.25h4" />
    </>
  ),
  sources: (
    <>
      <ellipse cx="8" cy="3.9" rx="5.3" ry="2" />
      <path d="M2.7 3.9v8.2c0 1.1 2.4 2 5.3 2s5.3-.9 5.3-2V3.9M2.7 8c0 1.1 2.4 2 5.3 2s5.3-.9 5.3-2" />
    </>
  ),
  audit: <path d="M3.5 2h6.2L12.5 4.8V14h-9zM5.8 7h4.4M5.8 9.3h4.4M5.8 11.6h2.6" />,
  settings: (
    <>
      <path d="M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6" />
      <circle cx="10" cy="4.5" r="1.9" />
      <circle cx="6" cy="11.5" r="1.9" />
    </>
  ),
  search: <path d="M7 2.2a4.8 4.8 0 1 1 0 9.6 4.8 4.8 0 0 1 0-9.6M10.6 10.6l3.2 3.2" />,
  close: <path d="m4 4 8 8M12 4l-8 8" />,
  plus: <path d="M8 3.2v9.6M3.2 8h9.6" />,
  check: <path d="m3 8.5 3.3 3.3L13 4.7" />,
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
      <path d="M3.7 10.5h-.2a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1h6a1 1 0 0 1 1 1v.2" />
    </>
  ),
  right: <path d="m6 3.5 4.5 4.5L6 12.5" />,
  down: <path d="m3.5 6 4.5 4.5L12.5 6" />,
  up: <path d="m3.5 10 4.5-4.5L12.5 10" />,
  more: <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2.2" />,
  info: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 7.3v3.8M8 4.9v.01" />
    </>
  ),
  filter: <path d="M2.2 3.5h11.6L9.5 8.7v4.6l-3-1.6v-3z" />,
  columns: <path d="M2 3h12v10H2zM6 3v10M10 3v10" />,
  download: <path d="M8 2.3v7.5M4.8 6.9 8 10l3.2-3.1M2.8 13.3h10.4" />,
  menu: <path d="M2.5 4h11M2.5 8h11M2.5 12h11" />,
  link: <path d="M9 3h4v4M13 3 7.5 8.5M6.5 4H3.2v8.8H12V9.5" />,
  clock: (
    <>
      <circle cx="8" cy="8" r="5.8" />
      <path d="M8 4.8V8l2.2 1.6" />
    </>
  ),
  warning: <path d="M8 2.3 14.3 13.5H1.7zM8 6.5v3.3M8 11.6v.01" />,
  sun: (
    <>
      <circle cx="8" cy="8" r="2.8" />
      <path d="M8 1.5v1.4M8 13.1v1.4M1.5 8h1.4M13.1 8h1.4M3.4 3.4l1 1M11.6 11.6l1 1M3.4 12.6l1-1M11.6 4.4l1-1" />
    </>
  ),
  key: (
    <path d="M10.3 2.5a3.2 3.2 0 1 1-2.9 4.6L2.5 12v1.7h2.3v-1.6h1.6v-1.6h1.3l.9-.9a3.2 3.2 0 1 1 1.7-7.1M11 5.2h.01" />
  ),
  out: <path d="M6.5 2.5h-3v11h3M10 5l3 3-3 3M13 8H6.5" />,
} satisfies Record<string, ReactNode>

export type IconName = keyof typeof shapes

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {shapes[name]}
    </svg>
  )
}
