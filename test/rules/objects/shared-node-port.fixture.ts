import { ApiObject } from 'cdk8s';
import * as twin from '../../live/twin-programs.js';
import * as platform from '../platform-changes.js';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both, one } from '../rule-programs.js';

const service =
  (name: string, nodePort: number, type = 'NodePort', protocols = ['TCP']): Build =>
  (scope) => {
    const ports = protocols.map((protocol) => ({ name: protocol.toLowerCase(), port: 80, protocol, nodePort }));
    const metadata = { name };
    const spec = { type, selector: { app: name }, ports };
    new ApiObject(scope, name, { apiVersion: 'v1', kind: 'Service', metadata, spec } as never);
  };
const of = (...builds: readonly Build[]) => one({ build: both(...builds) });

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX321',
    bad: () => [
      ...of(service('web', 30080), service('api', 30080, 'LoadBalancer')),
      // A port of one protocol is taken for the others, too.
      ...of(service('web', 30080), service('api', 30080, 'NodePort', ['UDP'])),
    ],
    good: () => [
      ...of(service('web', 30080), service('api', 30081)),
      ...of(service('web', 0), service('api', 0)),
      ...of(service('web', 30080, 'NodePort', ['TCP', 'UDP'])),
    ],
    mutation: { adds: () => platform.extended({ build: both(service('web', 30080), service('api', 30080)) }) },
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: {
      twins: {
        'shared-node-port': {
          says: 'provided port is already allocated',
          make: (bad) => ({
            build: twin.both(
              service('node-port', 30180),
              // The one that comes second: where the first one moved away, the API server still knew its old port.
              service('shared-node-port', bad ? 30180 : 30181, 'NodePort', ['UDP']),
            ),
          }),
        },
      },
    },
  },
];
