import type { JsonObject } from '../../../src/json/json-value.js';
import type { TransitionCase } from './cases.js';
import { from } from './changes-of.js';
import { release } from './judge.js';

const values = (value: JsonObject): JsonObject => release('web', value);
const claim = { enabled: true, size: '1Gi' };

/** Values that many charts have. lossy-changes.test.ts has the diagnostic for each. */
export const valueCases: readonly TransitionCase[] = [
  {
    label: 'a claim of a chart',
    of: values,
    bad: [
      from('persistence', claim, { ...claim, enabled: false }),
      from('server.persistentVolume.enabled', true, false),
      from('persistence', { data: { size: '1Gi' }, x: 1 }, { x: 1 }),
      from('grafana', { enabled: true, persistence: claim }, { enabled: false, persistence: claim }),
      from('persistence', claim, { ...claim, existingClaim: 'other' }),
      from('persistence.data', { type: 'persistentVolumeClaim' }, { type: 'emptyDir' }),
    ],
    says: 'warning FX516',
    good: [from('persistence', { ...claim, retain: true }, { ...claim, retain: true, enabled: false })],
  },
  {
    label: 'which claim a chart uses',
    of: values,
    bad: [
      from('persistence', { enabled: true, existingClaim: 'old' }, { enabled: true }),
      from('persistence', { ...claim, storageClass: 'a' }, { ...claim, storageClass: 'b' }),
      from('persistence.size', '2Gi', '1Gi'),
    ],
    says: 'warning FX516',
    good: [from('persistence.size', '1Gi', '1024Mi')],
  },
  {
    label: 'what a claim of a chart asks for',
    of: values,
    bad: [from('persistence', claim, { ...claim, storageClass: 'a' }), from('persistence.size', '1Gi', '2Gi')],
    says: 'notice FX559',
  },
  {
    label: 'the objects of a chart',
    of: values,
    bad: [
      from('fullnameOverride', 'a', 'b'),
      from('sub.namespaceOverride', 'a', 'b'),
      from('installCRDs', true, false),
      from('sub.crds.enabled', true, false),
      from('postgresql.enabled', true, false),
      from('redis.architecture', 'replication', 'standalone'),
    ],
    says: 'warning FX516',
    good: [
      from('containers.main.nameOverride', 'a', 'b'),
      from('crds', { enabled: true, keep: true }, { enabled: false, keep: true }),
      from('a.postgresql.enabled', true, false),
      from('a.redis.architecture', 'replication', 'standalone'),
    ],
  },
  {
    label: 'the Services of a chart',
    of: values,
    bad: [
      from('service.type', 'LoadBalancer', 'ClusterIP'),
      from('service', { enabled: true, type: 'LoadBalancer' }, { enabled: false, type: 'LoadBalancer' }),
      from(
        'proxy',
        { enabled: true, service: { type: 'LoadBalancer' } },
        { enabled: false, service: { type: 'LoadBalancer' } },
      ),
      from('service.loadBalancerIP', '192.0.2.1', '192.0.2.2'),
    ],
    says: 'warning FX516',
    good: [from('service.type', 'ClusterIP', 'LoadBalancer')],
  },
];
