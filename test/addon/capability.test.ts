import * as addons from 'fluxspan/addons';
import { expect, it } from 'vitest';
import type { KnownCapability } from '../../src/addon/capability.js';

interface Definition {
  readonly name: string;
  readonly provides?: readonly string[];
}

/** Every member of the type, and no other name: the compiler checks both. */
const known: Readonly<Record<KnownCapability, true>> = {
  'acme-issuer': true,
  'acme.cert-manager.io': true,
  'aga.k8s.aws': true,
  'alb-controller': true,
  authentik: true,
  'azure-service-operator': true,
  'bitnami.com': true,
  'cert-manager': true,
  'cert-manager.io': true,
  'dbforpostgresql.azure.com': true,
  'elbv2.k8s.aws': true,
  'eventing.keda.sh': true,
  'extensions.istio.io': true,
  'external-dns': true,
  'external-secrets': true,
  'external-secrets-crds': true,
  'external-secrets.io': true,
  'external.metrics.k8s.io': true,
  'externaldns.k8s.io': true,
  gateway: true,
  'gateway-api': true,
  'gateway-api-crds': true,
  'gateway.k8s.aws': true,
  'gateway.networking.k8s.io': true,
  'generators.external-secrets.io': true,
  headlamp: true,
  istio: true,
  karpenter: true,
  'karpenter-crds': true,
  'karpenter-nodes': true,
  'karpenter.k8s.aws': true,
  'karpenter.sh': true,
  keda: true,
  'keda.sh': true,
  'key-vault-store': true,
  'keyvault.azure.com': true,
  'kube-prometheus-stack': true,
  kyverno: true,
  'kyverno.io': true,
  linkerd: true,
  'linkerd-crds': true,
  'linkerd-issuer': true,
  'linkerd-issuer-secret': true,
  'linkerd.io': true,
  'managedidentity.azure.com': true,
  'metrics-server': true,
  'metrics.k8s.io': true,
  'monitoring.coreos.com': true,
  'networking.istio.io': true,
  nodes: true,
  'policies.kyverno.io': true,
  'policy.linkerd.io': true,
  'private-ca': true,
  reloader: true,
  'reports.kyverno.io': true,
  'resources.azure.com': true,
  'sealed-secrets': true,
  'secret-manager-store': true,
  'secret-store': true,
  'secrets-manager-store': true,
  'security.istio.io': true,
  'servicebus.azure.com': true,
  'storage-class': true,
  'storage.azure.com': true,
  'telemetry.istio.io': true,
  velero: true,
  'velero.io': true,
  'wgpolicyk8s.io': true,
  'workload.linkerd.io': true,
};

it('editors offer what the addons of the package provide, and no more', () => {
  const definitions = Object.values(addons).flatMap((addon): Definition[] =>
    typeof addon === 'function' && 'definition' in addon ? [addon.definition as Definition] : [],
  );
  const provided = definitions.flatMap(({ name, provides = [] }) => [name, ...provides]);
  expect(Object.keys(known).sort()).toEqual([...new Set(provided)].sort());
});
