import { page } from '../../app/page-route.ts'
import { rootRoute } from '../../app/root-route.tsx'

const list = page(rootRoute, '/policy', 'PolicyPage', () => import('./policy-page.tsx'))
const ruleset = page(
  rootRoute,
  '/policy/$ruleset',
  'RulesetPage',
  () => import('./ruleset-page.tsx'),
)
const rules = page(ruleset, '/', 'Rules', () => import('./rules.tsx'))
const exceptions = page(ruleset, '/exceptions', 'Exceptions', () => import('./exceptions.tsx'))
const versions = page(ruleset, '/versions', 'Versions', () => import('./versions.tsx'))
const admins = page(ruleset, '/admins', 'Admins', () => import('./admins.tsx'))
const settings = page(ruleset, '/settings', 'Settings', () => import('./settings.tsx'))
const newRule = page(
  rootRoute,
  '/policy/$ruleset/rules/new',
  'NewRulePage',
  () => import('./new-rule-page.tsx'),
)
const rule = page(
  rootRoute,
  '/policy/$ruleset/rules/$rule',
  'RulePage',
  () => import('./rule-page.tsx'),
)

/** Rulesets, one ruleset with its tabs, and a rule, which is edited where it is read. */
export const policyRoutes = [
  list,
  ruleset.addChildren([rules, exceptions, versions, admins, settings]),
  newRule,
  rule,
] as const
