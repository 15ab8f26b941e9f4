import { field } from './form/language-field.js';
import { defineProject } from './form/project.js';
import type { ReferenceRow } from './form/reference.js';

const references: readonly ReferenceRow[] = [
  {
    from: ['cert-manager.io/Certificate'],
    at: 'spec.issuerRef',
    to: {
      group: 'group',
      defaultKind: 'Issuer',
      defaultGroup: 'cert-manager.io',
      only: ['Issuer', 'ClusterIssuer'],
    },
    blocks: 'ready',
  },
  // cert-manager makes a Certificate for what has one of them: https://cert-manager.io/docs/usage/ingress/
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

/** cert-manager. https://cert-manager.io/docs/reference/api-docs/ */
export const certManager = defineProject({
  name: 'cert-manager',
  clusterScoped: { 'cert-manager.io': ['ClusterIssuer'] },
  references,
  languages: {
    'cert-manager.io/Certificate': [field('spec.duration', 'go-duration'), field('spec.renewBefore', 'go-duration')],
  },
  webhooks: { 'cert-manager': ['cert-manager.io', 'acme.cert-manager.io'] },
  makesNothingNamed: ['cert-manager.io/*', 'acme.cert-manager.io/*'],
});
