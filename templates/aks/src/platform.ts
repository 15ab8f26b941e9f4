import { type FluxApp, FluxCluster } from 'fluxspan';
import {
  acmeIssuer,
  authentik,
  azureServiceOperator,
  certManager,
  externalDns,
  externalSecrets,
  externalSecretsCrds,
  gatewayApi,
  gatewayApiCrds,
  istio,
  keyVaultStore,
  reloader,
  sealedSecrets,
} from 'fluxspan/addons';
import { authentikDatabase } from './addons/authentik-database.js';
import { hello } from './addons/hello.js';
import { podinfo } from './addons/podinfo.js';

/** What may differ between clusters. */
export interface PlatformSettings {
  readonly podinfo?: Parameters<typeof podinfo>[0];
}

/** The stages that all clusters share. An addon waits for what it requires, and for the creator of its namespace. */
export const platform = (app: FluxApp, name: string, settings: PlatformSettings = {}) =>
  new FluxCluster(app, name, { flux: '2.9' })
    .stage('crds', [externalSecretsCrds(), gatewayApiCrds()])
    .stage('operators', [
      certManager({ provider: 'azure' }),
      externalDns({ provider: 'azure', txtOwnerId: name }),
      externalSecrets(),
      istio({ provider: 'azure' }),
      reloader(),
      sealedSecrets(),
    ])
    .stage('services', [acmeIssuer({ provider: 'azure' }), azureServiceOperator(), keyVaultStore()])
    .stage('data', [authentikDatabase(), gatewayApi({ provider: 'azure' })])
    .stage('apps', [authentik.on(authentikDatabase)({ provider: 'azure' }), hello(), podinfo(settings.podinfo)]);
