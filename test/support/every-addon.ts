import type { Diagnostic, FluxApp } from 'fluxspan';
import {
  acmeIssuer,
  azureServiceOperator,
  certManager,
  keda,
  keyVaultStore,
  kubePrometheusStack,
  kyverno,
  linkerd,
  linkerdCrds,
  linkerdIssuer,
  linkerdIssuerSecret,
  privateCa,
  sealedSecrets,
  secretManagerStore,
  velero,
} from 'fluxspan/addons';
import { platform } from '../../src/platform/platform.js';

/**
 * Two of them make the Secret of Linkerd's issuer, by cert-manager and by External Secrets: no cluster has both. FX635 says
 * so of the objects in one that does, and FX765 of the outputs.
 */
export const isOfTwoIssuers = ({ code, at }: Pick<Diagnostic, 'code' | 'at'>): boolean =>
  (code === 'FX635' && at.object === 'Certificate/linkerd-identity-issuer') ||
  (code === 'FX765' && at.addon === 'linkerd-issuer-secret');

/** A cluster with every addon of the package: this repository's platform, and what is in no cluster of it. */
export const everyAddon = (app: FluxApp, name = 'every') =>
  platform(app, name, { headlamp: { users: ['admin@example.org'] } })
    .stage('more', [certManager(), keda(), kubePrometheusStack(), kyverno(), linkerdCrds(), sealedSecrets(), velero()])
    .stage('issuers', [
      acmeIssuer(),
      azureServiceOperator(),
      privateCa(),
      linkerdIssuer(),
      linkerdIssuerSecret(),
      keyVaultStore(),
      secretManagerStore(),
    ])
    .stage('mesh', [linkerd()]);
