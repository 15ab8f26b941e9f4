import { ApiObject } from 'cdk8s';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both, object, one } from '../rule-programs.js';

const deployment = (name: string, port: string): Build => {
  return (scope) => {
    const labels = { app: 'web', part: name };
    const container = { name: 'main', image: 'web:1', ports: [{ name: port, containerPort: 80 }] };
    new ApiObject(scope, name, {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name },
      spec: {
        selector: { matchLabels: labels },
        template: { metadata: { labels }, spec: { containers: [container] } },
      },
    } as never);
  };
};
const probed = (probe: string, port: unknown): Build =>
  object('v1', 'Pod', {
    containers: [
      { name: 'main', image: 'web:1', ports: [{ name: 'http', containerPort: 80 }], [probe]: { httpGet: { port } } },
      { name: 'metrics', image: 'metrics:1', ports: [{ name: 'metrics', containerPort: 90 }] },
    ],
  });
const service = (targetPort: string, selector: object = { app: 'web' }): Build =>
  object('v1', 'Service', { selector, ports: [{ port: 80, targetPort }] });

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX657',
    bad: () => [
      ...one({ build: both(deployment('web', 'http'), service('htttp')) }),
      // The ports of other containers don't count.
      ...one({ build: probed('readinessProbe', 'metrics') }),
      ...one({ build: probed('livenessProbe', 'htttp') }),
    ],
    good: () => [
      ...one({ build: probed('readinessProbe', 'http') }),
      ...one({ build: probed('startupProbe', 80) }),
      ...one({ build: both(deployment('web', 'http'), service('http')) }),
      // One of them has it; a number needs no name; and what selects no pods of the tree may select a chart's.
      ...one({ build: both(deployment('web', 'http'), deployment('other', 'grpc'), service('grpc')) }),
      ...one({ build: both(deployment('web', 'http'), service(8080 as never)) }),
      ...one({ build: both(deployment('web', 'http'), service('metrics', { app: 'chart' })) }),
    ],
    mutation: {
      adds: () => platform.extended({ build: both(deployment('web', 'http'), service('htttp')) }),
    },
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'nothing says so: the Service has no endpoints' },
  },
];
