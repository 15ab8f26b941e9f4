import type { Construct } from 'constructs';
import { ConfigMap, LimitRange, ResourceQuota, ServiceAccount } from '../../imports/core.js';
import { NetworkPolicy, type NetworkPolicySpec } from '../../imports/networking.k8s.io.js';
import { Alert, Provider, Receiver } from '../../imports/notification.toolkit.fluxcd.io.js';
import { newSource } from '../addon/source-entry.js';
import { isAlertsOption } from '../alerts/alerts.js';
import { buildAlerts } from '../alerts/build-alerts.js';
import { buildReceiver } from '../alerts/build-receiver.js';
import { isReceiver } from '../alerts/receiver.js';
import { tryFindAddonScope } from '../constructs/addon-scope.js';
import { Kustomization, type KustomizationProps } from '../constructs/kustomization.js';
import { mergeKustomizationSettings } from '../constructs/kustomization-settings.js';
import { withoutNulls } from '../constructs/merge-layers.js';
import { Namespace } from '../constructs/namespace.js';
import { WATCH_LABEL } from '../contract/index.js';
import { decryptionOf } from '../encryption/sops.js';
import { gatewayLabel, storeLabel } from './access-labels.js';
import { bindRoles } from './bind-roles.js';
import { defaultLimits } from './default-limits.js';
import type { TenantOptions, TenantParts } from './tenant-options.js';

/** The ConfigMap with the vars that a tenant may read. */
export const PLATFORM_VARS = 'platform-vars';

/** The name of what each tenant has once in a namespace. */
const OWN = 'tenant';
const PRUNE = 'kustomize.toolkit.fluxcd.io/prune';

/** A load balancer or a node port is the platform's to give. */
const DEFAULT_QUOTA: NonNullable<Exclude<TenantOptions['quota'], false>> = {
  'services.loadbalancers': 0,
  'services.nodeports': 0,
};

/** Makes what the platform applies for a tenant. */
export const buildTenant = (
  scope: Construct,
  options: TenantOptions,
  parts: TenantParts,
  vars: Readonly<Record<string, unknown>>,
): void => {
  for (const namespace of parts.namespaces) {
    if (options.createNamespaces !== false) addNamespace(scope, namespace, options, parts);
    addBounds(scope, namespace, options, parts);
  }
  const { name, namespaces, serviceAccount, labels } = parts;
  const [home] = namespaces;
  const { imagePullSecrets } = options;
  const pulls = imagePullSecrets === undefined ? {} : { imagePullSecrets };
  new ServiceAccount(scope, 'account', { name: serviceAccount, namespace: home, labels, ...pulls });
  bindRoles(scope, options, parts);
  const names = Object.keys(options.vars ?? {}).sort();
  if (names.length > 0) {
    // A change of a value is applied by what reads it as soon as Flux has seen it.
    const watched = { ...labels, ...WATCH_LABEL };
    const data = Object.fromEntries(names.map((one) => [one, `${String(vars[one])}`]));
    new ConfigMap(scope, 'vars', { name: PLATFORM_VARS, namespace: home, labels: watched, data });
  }
  const source = options.offboard === undefined ? addSource(scope, options, parts) : undefined;
  addAlerts(scope, options, parts, options.source?.kind, vars);
  if (options.receiver !== undefined && source !== undefined) addReceiver(scope, options.receiver, source, parts);
  options.extend?.(scope, { name, namespaces, serviceAccount, labels });
};

const addNamespace = (scope: Construct, name: string, options: TenantOptions, { labels }: TenantParts): void => {
  const { podSecurity = 'baseline', gateways = [], stores = [], namespaceLabels, offboard } = options;
  new Namespace(scope, `${name}: namespace`, {
    name,
    labels: {
      ...labels,
      ...(podSecurity === false ? {} : { 'pod-security.kubernetes.io/enforce': podSecurity }),
      ...Object.assign({}, ...gateways.map((one) => gatewayLabel(one.name)), ...stores.map(storeLabel)),
      ...namespaceLabels,
    },
    ...(offboard?.deleteNamespaces === true ? { annotations: { [PRUNE]: 'enabled' } } : {}),
  });
};

/** What its pods may take, and who may reach them. */
const addBounds = (scope: Construct, namespace: string, options: TenantOptions, parts: TenantParts): void => {
  const { labels } = parts;
  const identity = { name: OWN, namespace, labels };
  const quota = options.quota === false ? {} : withoutNulls({ ...DEFAULT_QUOTA, ...options.quota });
  if (Object.keys(quota).length > 0) {
    const hard = Object.fromEntries(Object.entries(quota).map(([key, amount]) => [key, String(amount)]));
    new ResourceQuota(scope, `${namespace}: quota`, { ...identity, spec: { hard } });
  }
  const limits = options.limits === false ? [] : (options.limits ?? defaultLimits(quota));
  if (limits.length > 0) new LimitRange(scope, `${namespace}: limits`, { ...identity, spec: { limits } });
  const spec = options.networkPolicy ?? isolated(options, parts);
  if (spec !== false) new NetworkPolicy(scope, `${namespace}: network`, { ...identity, spec });
};

/** Requests from the tenant's own pods, and from its gateways. */
const isolated = ({ gateways = [] }: TenantOptions, { namespaces, labels }: TenantParts): NetworkPolicySpec => ({
  podSelector: {},
  policyTypes: ['Ingress'],
  ingress: [
    {
      from: [
        { podSelector: {} },
        ...(namespaces.length > 1 ? [{ namespaceSelector: { matchLabels: labels } }] : []),
        ...[...new Set(gateways.map(({ namespace }) => namespace))].map((from) => ({
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': from } },
        })),
      ],
    },
  ],
});

/** Flux doesn't delete a claim that carries this, whatever happens to its file or to the tenant. */
const keepClaims = {
  target: { kind: 'PersistentVolumeClaim' },
  patch: [
    'apiVersion: v1',
    'kind: PersistentVolumeClaim',
    'metadata:',
    '  name: any',
    '  annotations:',
    `    ${PRUNE}: disabled`,
    '',
  ].join('\n'),
};

/** Its source, and the Kustomization that applies it with the tenant's own rights. */
const addSource = (
  scope: Construct,
  options: TenantOptions,
  { name, namespaces, serviceAccount, labels }: TenantParts,
):
  | { readonly kind: 'Bucket' | 'ExternalArtifact' | 'GitRepository' | 'OCIRepository'; readonly name: string }
  | undefined => {
  const { source } = options;
  if (source === undefined) return undefined;
  const [home] = namespaces;
  const made =
    source.kind === 'existing'
      ? undefined
      : newSource(source, scope, 'source', { name, namespace: home, labels, interval: '1m' });
  const sourceRef = made ?? (source.kind === 'existing' ? source.props : undefined);
  const settings = mergeKustomizationSettings(
    {
      interval: '10m',
      retryInterval: '1m',
      // A worker that waits for one tenant is missing to all others, and to the platform.
      timeout: '2m',
      wait: false,
      ...(namespaces.length === 1 ? { targetNamespace: home } : {}),
    },
    options.secrets === undefined ? undefined : decryptionOf(options.secrets),
    options.kustomization,
    options.keepClaims === false ? {} : { patches: [keepClaims, ...(options.kustomization?.patches ?? [])] },
  );
  new Kustomization(scope, 'kustomization', {
    ...withoutNulls(settings),
    name,
    namespace: home,
    labels,
    serviceAccountName: serviceAccount,
    path: options.path ?? './',
    sourceRef,
  } as KustomizationProps);
  return { kind: source.kind === 'existing' ? source.props.kind : source.kind, name: made?.name ?? source.props.name! };
};

/** A Receiver of what it commits. */
const addReceiver = (
  scope: Construct,
  receiver: NonNullable<TenantOptions['receiver']>,
  {
    kind,
    name,
  }: { readonly kind: 'Bucket' | 'ExternalArtifact' | 'GitRepository' | 'OCIRepository'; readonly name: string },
  { namespaces: [namespace], labels }: TenantParts,
): void => {
  const resources = [{ kind, name }];
  if (isReceiver(receiver)) buildReceiver(scope, receiver, { name: OWN, namespace, labels, resources });
  else new Receiver(scope, 'receiver', { name: OWN, namespace, labels, spec: { ...receiver, resources } });
};

/** Where errors of its objects go, also while it is being removed. */
const addAlerts = (
  scope: Construct,
  { alerts, offboard }: TenantOptions,
  { namespaces: [namespace], labels }: TenantParts,
  kind: string | undefined,
  vars: Readonly<Record<string, unknown>>,
): void => {
  if (alerts === undefined) return;
  const ofSource = kind === undefined || kind === 'existing' ? [] : [{ kind: kind as 'GitRepository', name: '*' }];
  const sources = [...ofSource, { kind: 'Kustomization', name: '*' }, { kind: 'HelmRelease', name: '*' }] as const;
  // What is deleted is told at the level of information.
  const severity = offboard === undefined ? 'error' : 'info';
  if (isAlertsOption(alerts)) {
    const cluster = tryFindAddonScope(scope)?.cluster;
    for (const one of [alerts].flat()) buildAlerts(scope, one, { namespace, labels, sources, cluster, severity, vars });
    return;
  }
  const { alert, ...spec } = alerts;
  const identity = { name: OWN, namespace, labels };
  const providerRef = new Provider(scope, 'provider', { ...identity, spec });
  new Alert(scope, 'alert', {
    ...identity,
    spec: { providerRef, eventSeverity: severity, eventSources: sources, ...alert },
  });
};
