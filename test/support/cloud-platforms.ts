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
  headlamp,
  istio,
  keyVaultStore,
  kubePrometheusStack,
  linkerd,
  linkerdCrds,
  linkerdIssuerSecret,
  secretManagerStore,
  storageClass,
  velero,
} from 'fluxspan/addons';

/** All that the package has for Azure. */
export const azurePlatform = (app: FluxApp) =>
  new FluxCluster(app, 'azure', { flux: '2.9' })
    .stage('crds', [externalSecretsCrds(), gatewayApiCrds(), linkerdCrds()])
    .stage('operators', [
      certManager({ provider: 'azure' }),
      externalDns({ provider: 'azure', environment: 'AzureChinaCloud' }),
      externalSecrets(),
      istio({ provider: 'azure' }),
      storageClass({ provider: 'azure', skuName: 'Premium_LRS' }),
      velero({ provider: 'azure', environment: 'AzureChinaCloud' }),
    ])
    .stage('services', [
      acmeIssuer({ provider: 'azure', environment: 'AzureChinaCloud', dnsZones: ['example.org'] }),
      azureServiceOperator({ environment: 'AzureChinaCloud', moreCrds: ['cache.azure.com/*'] }),
      keyVaultStore({ environment: 'AzureChinaCloud' }),
    ])
    .stage('gateway', [gatewayApi({ provider: 'azure', scheme: 'internal', subnet: 'gateways' })])
    .stage('apps', [
      authentik({ provider: 'azure' }),
      headlamp({ provider: 'azure' }),
      kubePrometheusStack({ provider: 'azure', storageClass: 'storage-class' }),
      linkerdIssuerSecret({ provider: 'azure' }),
    ])
    .stage('mesh', [linkerd()]);

/** All that the package has for Google Cloud. */
export const googlePlatform = (app: FluxApp) =>
  new FluxCluster(app, 'google', { flux: '2.9' })
    .stage('crds', [externalSecretsCrds(), gatewayApiCrds(), linkerdCrds()])
    .stage('operators', [
      certManager({ provider: 'gcp' }),
      externalDns({ provider: 'google' }),
      externalSecrets(),
      istio({ provider: 'gcp' }),
      storageClass({ provider: 'gcp', regional: true }),
      velero({ provider: 'gcp' }),
    ])
    .stage('services', [acmeIssuer({ provider: 'gcp', dnsZones: ['example.org'] }), secretManagerStore()])
    .stage('gateway', [gatewayApi({ provider: 'gcp' })])
    .stage('apps', [
      authentik({ provider: 'gcp' }),
      headlamp({ provider: 'gcp' }),
      kubePrometheusStack({ provider: 'gcp' }),
      linkerdIssuerSecret({ provider: 'gcp' }),
    ])
    .stage('mesh', [linkerd()]);
