import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root-route.tsx'

const list = createRoute({
  getParentRoute: () => rootRoute,
  path: '/policy',
  component: lazyRouteComponent(() => import('./policy-page.tsx'), 'PolicyPage'),
})
const ruleset = createRoute({
  getParentRoute: () => rootRoute,
  path: '/policy/$ruleset',
  component: lazyRouteComponent(() => import('./ruleset-page.tsx'), 'RulesetPage'),
})
const rules = createRoute({
  getParentRoute: () => ruleset,
  path: '/',
  component: lazyRouteComponent(() => import('./rules.tsx'), 'Rules'),
})
const exceptions = createRoute({
  getParentRoute: () => ruleset,
  path: '/exceptions',
  component: lazyRouteComponent(() => import('./exceptions.tsx'), 'Exceptions'),
})
const admins = createRoute({
  getParentRoute: () => ruleset,
  path: '/admins',
  component: lazyRouteComponent(() => import('./admins.tsx'), 'Admins'),
})
const settings = createRoute({
  getParentRoute: () => ruleset,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings.tsx'), 'Settings'),
})
const newRule = createRoute({
  getParentRoute: () => rootRoute,
  path: '/policy/$ruleset/rules/new',
  component: lazyRouteComponent(() => import('./new-rule-page.tsx'), 'NewRulePage'),
})
const rule = createRoute({
  getParentRoute: () => rootRoute,
  path: '/policy/$ruleset/rules/$rule',
  component: lazyRouteComponent(() => import('./rule-page.tsx'), 'RulePage'),
})

/** Rulesets, one ruleset with its tabs, and a rule, which is edited where it is read. */
export const policyRoutes = [
  list,
  ruleset.addChildren([rules, exceptions, admins, settings]),
  newRule,
  rule,
] as const
