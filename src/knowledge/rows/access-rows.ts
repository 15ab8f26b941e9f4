import { fieldsOf } from '../../json/as-shape.js';
import type { EffectRow, When } from '../form/effect.js';
import { readField } from '../form/keeps.js';
import { becomes, both, removed } from '../form/when.js';

const TOOLKIT = 'toolkit.fluxcd.io';
const source = (kind: string): string => `source.${TOOLKIT}/${kind}`;
const RELEASE = `helm.${TOOLKIT}/HelmRelease`;
const hasChart: When = (_, __, { to }) => readField(to, 'spec.chart') !== undefined;

const unverified = (on: EffectRow['on'], at: string, when: When): EffectRow => ({
  on,
  at,
  when,
  shows: (value) => fieldsOf(value)['provider'] ?? fieldsOf(value)['mode'] ?? value,
  severity: 'warning',
  says: 'no longer checks signatures',
  effect: 'Flux applies whatever is at that address, whoever has put it there',
  instead: 'keep spec.verify, or name the new key or identity there',
});

/** With whose rights Flux applies, and what of a source it checks. */
export const accessRows: readonly EffectRow[] = [
  // https://fluxcd.io/flux/components/kustomize/kustomizations/#role-based-access-control
  {
    on: [`kustomize.${TOOLKIT}/Kustomization`, RELEASE],
    at: 'spec.serviceAccountName',
    when: removed,
    severity: 'warning',
    says: 'uses the rights of Flux itself from now on',
    effect:
      'without it, the controller uses its own ServiceAccount, which is usually cluster-admin, unless it runs with --default-service-account',
    instead: 'keep the ServiceAccount, and give it the rights that are missing',
  },
  // https://fluxcd.io/flux/components/source/gitrepositories/#verification and
  // https://fluxcd.io/flux/components/source/ocirepositories/#verification
  unverified(['GitRepository', 'OCIRepository', 'HelmChart'].map(source), 'spec.verify', removed),
  unverified(RELEASE, 'spec.chart.spec.verify', both(removed, hasChart)),
  // https://fluxcd.io/flux/components/source/ocirepositories/#insecure
  {
    on: [...['HelmRepository', 'OCIRepository', 'Bucket'].map(source), `image.${TOOLKIT}/ImageRepository`],
    at: 'spec.insecure',
    when: becomes(true, 'true'),
    severity: 'warning',
    says: 'is read without TLS from now on',
    effect: 'whoever is between Flux and the server can read the credentials, and change what Flux applies',
    instead: 'give the server a certificate, and its CA in spec.certSecretRef',
  },
];
