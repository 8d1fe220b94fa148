import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { chromiumPath } from '../../test/console/browser.ts'

export const lighthouseVersion = '13.5.0'

export const categories = ['performance', 'accessibility', 'best-practices'] as const
type Category = (typeof categories)[number]

const times = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time'] as const

/** What one run of Lighthouse says about a page. */
export type Audited = {
  /** From 0 to 100. */
  scores: Record<Category, number>
  /** The audits that cost points, with what they say. */
  failed: Record<Category, string[]>
  /** In milliseconds. */
  times: Record<(typeof times)[number], number>
}

type Report = {
  categories: Record<
    Category,
    { score: number | null; auditRefs: { id: string; weight: number }[] }
  >
  audits: Record<
    string,
    {
      title: string
      score: number | null
      displayValue?: string
      numericValue?: number
    }
  >
  runtimeError?: { message: string }
}

/** Runs Lighthouse by npx: it is 176 MB, and does not run on every Node that `npm ci` runs on. */
export async function auditPage(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<Audited> {
  const flags = [
    '--preset=desktop',
    `--only-categories=${categories.join(',')}`,
    `--extra-headers=${JSON.stringify(headers)}`,
    '--chrome-flags=--headless=new --no-sandbox',
    '--no-enable-error-reporting',
    '--output=json',
    '--quiet',
  ]
  const { stdout } = await promisify(execFile)(
    'npx',
    ['--yes', `lighthouse@${lighthouseVersion}`, url, ...flags],
    { env: { ...process.env, CHROME_PATH: chromiumPath }, maxBuffer: 2 ** 26 },
  )
  const report: Report = JSON.parse(stdout)
  if (report.runtimeError !== undefined) throw new Error(report.runtimeError.message)
  return readReport(report)
}

function readReport({ categories: read, audits }: Report): Audited {
  const timeOf = (name: string) => audits[name]?.numericValue ?? Number.NaN
  return {
    scores: ofEach((category) => Math.round((read[category].score ?? 0) * 100)),
    failed: ofEach((category) =>
      read[category].auditRefs
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
        .map(({ id }) => `${audits[id]?.title} ${audits[id]?.displayValue ?? ''}`.trim()),
    ),
    times: {
      'first-contentful-paint': timeOf('first-contentful-paint'),
      'largest-contentful-paint': timeOf('largest-contentful-paint'),
      'total-blocking-time': timeOf('total-blocking-time'),
    },
  }
}

function ofEach<T>(of: (category: Category) => T): Record<Category, T> {
  return {
    performance: of('performance'),
    accessibility: of('accessibility'),
    'best-practices': of('best-practices'),
  }
}
