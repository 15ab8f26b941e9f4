import type { FluxApp } from 'fluxspan';
import {
  acmeIssuer,
  certManager,
  keda,
  kubePrometheusStack,
  kyverno,
  linkerd,
  linkerdCrds,
  linkerdIssuer,
  linkerdIssuerSecret,
  privateCa,
  sealedSecrets,
  velero,
} from 'fluxspan/addons';
import { platform } from '../../src/platform/platform.js';

/** A cluster with every addon of the package: this repository's platform, and what is in no cluster of it. */
export const everyAddon = (app: FluxApp, name = 'every') =>
  platform(app, name, { headlamp: { users: ['admin@example.org'] } })
    .stage('more', [certManager(), keda(), kubePrometheusStack(), kyverno(), linkerdCrds(), sealedSecrets(), velero()])
    .stage('issuers', [acmeIssuer(), privateCa(), linkerdIssuer(), linkerdIssuerSecret()])
    .stage('mesh', [linkerd()]);
