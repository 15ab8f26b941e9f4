import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { both, inner, one, text } from '../rule-programs.js';

const health = (current: string, kind = 'ConfigMap', apiVersion = 'v1') => ({ apiVersion, kind, current });
const settings = (...healthCheckExprs: readonly object[]) => ({ kustomization: { healthCheckExprs } });
const dependent = (...exprs: readonly string[]) =>
  inner({ retryInterval: '1m', dependsOn: exprs.map((readyExpr) => ({ name: 'web', readyExpr })) });

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX649',
    bad: () =>
      one(
        {
          build: both(
            text('a'),
            dependent(
              'status.ready == true',
              'dep.status.ready',
              'quantity(dep.spec.size) > 1',
              'object.a == 1',
              "dep.spec.size == 1 && 'a'",
            ),
          ),
        },
        {},
        settings(
          health("spec.state == 'ready'"),
          health('self.status.ready', 'Widget', 'example.org/v1'),
          health('staus.readyReplicas > 0', 'Deployment', 'apps/v1'),
          health('1 + 1', 'Secret'),
        ),
      ),
    good: () =>
      one(
        {
          build: both(
            text('a'),
            dependent("dep.status.conditions.exists(c, c.type == 'Ready' && c.status == 'True')", 'has(dep.status.a)'),
          ),
        },
        {},
        settings(
          health("has(data.state) && data.state == 'ready' && metadata.name != ''"),
          // Its schema isn't known, and it may have fields of its own at the top.
          health("result.phase == 'Done'", 'Widget', 'example.org/v1'),
          health(
            'status.conditions.filter(c, c.type == "Available").all(c, c.status == "True")',
            'Deployment',
            'apps/v1',
          ),
        ),
      ),
    mutation: () =>
      platform.mutate(
        'karpenter',
        'Kustomization/karpenter',
        platform.set('spec.healthCheckExprs', [health('self.data.a == "b"')]),
      ),
    fault: 'a CEL expression that reads what Flux does not give it',
    live: {
      twins: {
        'flux-expression': {
          says: 'no such attribute(s): self',
          make: (bad) => ({
            build: text('a'),
            kustomization: { healthCheckExprs: [health(bad ? "self.data.text == 'a'" : "data.text == 'a'")] },
          }),
        },
      },
    },
  },
];
