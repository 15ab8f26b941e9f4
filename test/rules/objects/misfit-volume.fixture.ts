import { ApiObject } from 'cdk8s';
import type { RuleFixture } from '../rule-fixture.js';
import { type Build, both, one } from '../rule-programs.js';

const volume =
  (more: object = {}): Build =>
  (scope) => {
    const spec = {
      capacity: { storage: '10Gi' },
      accessModes: ['ReadWriteOnce', 'ReadOnlyMany'],
      nfs: { server: 'nas.example.org', path: '/media' },
      ...more,
    };
    const metadata = { name: 'media' };
    new ApiObject(scope, 'volume', { apiVersion: 'v1', kind: 'PersistentVolume', metadata, spec } as never);
  };
const claim =
  (more: object = {}, name = 'media'): Build =>
  (scope) => {
    const spec = {
      accessModes: ['ReadWriteOnce'],
      resources: { requests: { storage: '10Gi' } },
      storageClassName: '',
      volumeName: 'media',
      ...more,
    };
    const metadata = { name };
    new ApiObject(scope, 'claim', { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata, spec } as never);
  };
const of = (wanted: object, given: object = {}) => one({ build: both(volume(given), claim(wanted)) });
const keptFor = (name: string) => ({ claimRef: { namespace: 'default', name } });
const size = (storage: string) => ({ resources: { requests: { storage } } });

export const fixtures: readonly RuleFixture[] = [
  {
    code: 'FX322',
    bad: () => [
      ...of({ accessModes: ['ReadWriteMany'] }),
      ...of(size('11Gi')),
      ...of({ storageClassName: 'nfs' }),
      ...of({}, { storageClassName: 'nfs' }),
      ...of({ volumeMode: 'Block' }),
      ...of({}, keptFor('other')),
    ],
    good: () => [
      ...of({}),
      ...of({ accessModes: ['ReadOnlyMany', 'ReadWriteOnce'], ...size('1Gi') }),
      // It may get the default class.
      ...of({ storageClassName: undefined }, { storageClassName: 'nfs' }),
      ...of({ volumeMode: 'Filesystem' }),
      ...of({ volumeName: 'other', ...size('11Gi') }),
      // The two are bound whatever they are.
      ...of({ storageClassName: 'nfs', accessModes: ['ReadWriteMany'], ...size('11Gi') }, keptFor('media')),
    ],
    mutation: { none: 'the platform has no volumes' },
    fault: { none: 'it is not among the known faults of Flux trees' },
    live: { none: 'no controller binds claims there' },
  },
];
