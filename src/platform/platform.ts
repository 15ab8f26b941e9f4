import { type FluxApp, FluxCluster } from 'fluxspan';
import {
  albController,
  authentik,
  externalDns,
  externalSecrets,
  externalSecretsCrds,
  gatewayApi,
  gatewayApiCrds,
  headlamp,
  istio,
  karpenter,
  karpenterCrds,
  karpenterNodes,
  metricsServer,
  reloader,
  secretsManagerStore,
  storageClass,
} from 'fluxspan/addons';

/** What an addon may be told, as its own call takes it. */
type OptionsOf<A extends (...args: never) => unknown> = NonNullable<Parameters<A>[0]>;

/** What may differ between this repository's clusters: the rest of them is one and the same. */
export interface PlatformSettings {
  readonly albController?: OptionsOf<typeof albController>;
  readonly authentik?: OptionsOf<typeof authentik.variants.aws>;
  readonly externalDns?: OptionsOf<typeof externalDns.variants.aws>;
  readonly externalSecrets?: OptionsOf<typeof externalSecrets>;
  readonly externalSecretsCrds?: OptionsOf<typeof externalSecretsCrds>;
  readonly gatewayApiCrds?: OptionsOf<typeof gatewayApiCrds>;
  readonly headlamp?: OptionsOf<typeof headlamp.variants.aws>;
  readonly istio?: OptionsOf<typeof istio>;
  readonly karpenter?: OptionsOf<typeof karpenter>;
  readonly karpenterCrds?: OptionsOf<typeof karpenterCrds>;
  readonly karpenterNodes?: OptionsOf<typeof karpenterNodes>;
  readonly metricsServer?: OptionsOf<typeof metricsServer>;
  readonly reloader?: OptionsOf<typeof reloader>;
  readonly storageClass?: OptionsOf<typeof storageClass.variants.aws>;
}

/** People log in to Headlamp with authentik, and the password of authentik's database is rotated. */
const login: OptionsOf<typeof authentik.variants.aws> = {
  databaseRefreshInterval: '5m',
  oidcApplications: [
    {
      slug: 'headlamp',
      name: 'Headlamp',
      secret: '${TF_HEADLAMP_SECRET_MANAGER_ARN}',
      redirectUris: ['https://${TF_HEADLAMP_HOSTNAME}/oidc-callback'],
    },
  ],
};

/**
 * The stages of this repository's clusters. What an addon waits for follows from what it requires, and from nothing else:
 * pods wait for nodes by themselves, so no addon does.
 */
export const platform = (app: FluxApp, name: string, settings: PlatformSettings) =>
  new FluxCluster(app, name, { flux: '2.9' })
    .stage('crds', [
      externalSecretsCrds(settings.externalSecretsCrds),
      gatewayApiCrds(settings.gatewayApiCrds),
      karpenterCrds(settings.karpenterCrds),
    ])
    .stage('operators', [
      albController(settings.albController),
      externalDns(settings.externalDns),
      externalSecrets(settings.externalSecrets),
      istio(settings.istio),
      // On nodes that Terraform makes. Its priority class lets it take the place of other addons' pods there.
      karpenter(settings.karpenter),
      metricsServer(settings.metricsServer),
      reloader(settings.reloader),
    ])
    .stage('services', [
      gatewayApi(),
      karpenterNodes(settings.karpenterNodes),
      secretsManagerStore(),
      storageClass(settings.storageClass),
    ])
    .stage('apps', [authentik({ ...login, ...settings.authentik }), headlamp(settings.headlamp)]);
