import { fieldsOf } from '../json/as-shape.js';
import { readField } from '../json/read-field.js';
import type { EffectRow, When } from './form/effect.js';
import { field } from './form/language-field.js';
import { defineProject } from './form/project.js';
import type { ReferenceRow } from './form/reference.js';
import { becomes, both, changed, not } from './form/when.js';

const CERTIFICATE = 'cert-manager.io/Certificate';
const issuers = ['cert-manager.io/Issuer', 'cert-manager.io/ClusterIssuer'];

const references: readonly ReferenceRow[] = [
  {
    from: [CERTIFICATE],
    at: 'spec.issuerRef',
    to: {
      group: 'group',
      defaultKind: 'Issuer',
      defaultGroup: 'cert-manager.io',
      only: ['Issuer', 'ClusterIssuer'],
    },
    blocks: 'ready',
  },
  // cert-manager creates a Certificate for objects with one of these annotations:
  // https://cert-manager.io/docs/usage/ingress/
  ...[
    { name: 'cert-manager.io/cluster-issuer', defaultKind: 'ClusterIssuer' },
    { name: 'cert-manager.io/issuer', defaultKind: 'Issuer', kind: 'cert-manager.io/issuer-kind' },
  ].map(
    ({ name, ...kinds }): ReferenceRow => ({
      from: ['networking.k8s.io/Ingress', 'gateway.networking.k8s.io/Gateway'],
      at: 'metadata.annotations',
      name,
      to: {
        ...kinds,
        group: 'cert-manager.io/issuer-group',
        defaultGroup: 'cert-manager.io',
        only: ['Issuer', 'ClusterIssuer'],
      },
    }),
  ),
  ...[
    ['cert-manager.io/inject-ca-from', 'cert-manager.io/Certificate'],
    ['cert-manager.io/inject-ca-from-secret', '/Secret'],
  ].map(
    ([name, to]): ReferenceRow => ({
      from: [
        'admissionregistration.k8s.io/MutatingWebhookConfiguration',
        'admissionregistration.k8s.io/ValidatingWebhookConfiguration',
        'apiextensions.k8s.io/CustomResourceDefinition',
        'apiregistration.k8s.io/APIService',
      ],
      at: 'metadata.annotations',
      to: to!,
      name: name!,
      isPath: true,
    }),
  ),
  { from: ['cert-manager.io/Issuer'], at: 'spec.ca.secretName', to: '/Secret', blocks: 'ready' },
];

/** A self-signed CA: clients trust only this certificate. */
const isRoot: When = (_, __, { to, next, after }) => {
  if (readField(to, 'spec.isCA') !== true) return false;
  const { kind = 'Issuer', name } = fieldsOf(readField(to, 'spec.issuerRef'));
  return after.index
    .ofKind('cert-manager.io', String(kind))
    .some(
      ({ id, holdings }) =>
        id.name === name &&
        (kind === 'ClusterIssuer' || id.namespace === next.id.namespace) &&
        readField(holdings[0].json, 'spec.selfSigned') !== undefined,
    );
};

const root = (at: string, when: When, effect: string): EffectRow => ({
  on: CERTIFICATE,
  at,
  when: both(when, isRoot),
  severity: 'warning',
  says: 'becomes another root CA',
  effect,
  instead: 'revert the change; for another root CA, add a second one, let all clients trust both, and then move over',
});

const issuerKinds = ['acme', 'ca', 'selfSigned', 'vault', 'venafi'];
const issuerKind = (spec: unknown): string | undefined =>
  issuerKinds.find((kind) => fieldsOf(spec)[kind] !== undefined);
const isOtherKind: When = (was, is, place) => changed(issuerKind(was), issuerKind(is), place);

const isStaging: When = (_, is) => /staging/.test(String(is));

const effects: readonly EffectRow[] = [
  // https://cert-manager.io/docs/usage/certificate/
  root(
    'spec.privateKey.rotationPolicy',
    becomes('Always'),
    'with each renewal the CA gets another key, and clients that trust the old one refuse its certificates',
  ),
  root(
    'spec.commonName',
    changed,
    'cert-manager issues the root again under the other name, and clients that trust the old one refuse its certificates',
  ),
  ...['algorithm', 'size'].map((key) =>
    root(
      `spec.privateKey.${key}`,
      changed,
      'cert-manager issues the root again with another key, or cannot issue it again with rotationPolicy: Never',
    ),
  ),
  // https://cert-manager.io/docs/configuration/acme/ and https://letsencrypt.org/docs/staging-environment/
  {
    on: issuers,
    at: 'spec.acme.server',
    when: both(changed, isStaging),
    severity: 'warning',
    says: 'issues only test certificates from now on',
    effect:
      'browsers trust no certificate of a staging server; existing certificates are replaced when they are renewed',
  },
  {
    on: issuers,
    at: 'spec.acme.server',
    when: both(changed, not(isStaging)),
    severity: 'notice',
    says: 'issues from another CA from now on',
    effect: 'existing certificates stay until they are renewed; CAA records and clients must allow the new CA',
  },
  // https://cert-manager.io/docs/faq/#when-do-certs-get-re-issued
  {
    on: issuers,
    at: 'spec',
    when: isOtherKind,
    shows: issuerKind,
    severity: 'warning',
    says: 'issues certificates of another kind from now on',
    effect:
      'when certificates are renewed, they come from another CA: clients that do not trust it refuse them, and browsers trust only public ones',
    instead: 'add a second issuer, and let Certificates move to it one by one',
  },
];

/** cert-manager. https://cert-manager.io/docs/reference/api-docs/ */
export const certManager = defineProject({
  name: 'cert-manager',
  clusterScoped: { 'cert-manager.io': ['ClusterIssuer'] },
  references,
  effects,
  languages: {
    [CERTIFICATE]: [field('spec.duration', 'go-duration'), field('spec.renewBefore', 'go-duration')],
  },
  webhooks: { 'cert-manager': ['cert-manager.io', 'acme.cert-manager.io'] },
  makesNothingNamed: ['cert-manager.io/*', 'acme.cert-manager.io/*'],
});
