import type { ReceiverSpec } from '../../imports/notification.toolkit.fluxcd.io.js';
import type { AddonInstance, InstanceData } from '../addon/addon.js';
import type { AddonDefinition } from '../addon/addon-definition.js';
import { markBrought } from '../addon/brought-secrets.js';
import { inspectOnce } from '../addon/inspect.js';
import { makeInstance } from '../addon/instance.js';
import { tryFindAddonScope } from '../constructs/addon-scope.js';
import { FLUX_NAMESPACE } from '../contract/index.js';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { compareText } from '../json/compare-text.js';
import type { Alerts } from './alerts.js';
import { alertsNeeds, buildAlerts, type EventSource } from './build-alerts.js';
import { buildReceiver, receiverNeeds } from './build-receiver.js';
import { alertsProblems, receiverProblems } from './check-alerts.js';
import { alertsEnd } from './diagnostics.js';
import type { PushReceiver } from './receiver.js';
import { sameNames } from './same-names.js';

/** The addon that has them all. */
export const NOTIFICATIONS = 'notifications';

/** What a cluster's code declares of alerts. */
export interface DeclaredNotifications {
  readonly alerts: readonly Alerts[];
  readonly stages: readonly {
    readonly stage: string;
    readonly addons: readonly AddonInstance[];
    readonly alerts: readonly Alerts[];
  }[];
  readonly receiver: PushReceiver | undefined;
}

/** What decides where Flux's objects are. */
export interface NotifiedCluster {
  readonly addons: readonly AddonInstance[];
  /** What the cluster's Kustomizations read. */
  readonly source: { readonly kind: string; readonly name: string; readonly namespace: string };
  readonly lockdown: boolean;
}

const ALWAYS: readonly EventSource['kind'][] = [
  'Bucket',
  'GitRepository',
  'HelmChart',
  'HelmRelease',
  'HelmRepository',
  'Kustomization',
  'OCIRepository',
];

const namespaceOf = ({ kustomization }: AddonInstance): string => {
  const namespace = (kustomization as { readonly namespace?: unknown } | undefined)?.namespace;
  return typeof namespace === 'string' ? namespace : FLUX_NAMESPACE;
};

const every = (kind: EventSource['kind'], namespace: string): EventSource => ({
  kind: kind as 'Kustomization',
  name: '*',
  ...(namespace === FLUX_NAMESPACE ? {} : { namespace }),
});

/** Everything that Flux does, as far as an Alert in its namespace gets to know: with lockdown, that ends at the namespace. */
const sourcesOfCluster = ({ addons, lockdown }: NotifiedCluster): readonly EventSource[] => {
  const own = ALWAYS.map((kind) => every(kind, FLUX_NAMESPACE));
  if (lockdown) return own;
  const others = new Map<string, EventSource>();
  for (const one of addons) {
    const { namespace, charts = {} } = one.definition;
    for (const source of [
      every('Kustomization', namespaceOf(one)),
      ...(namespace === undefined || Object.keys(charts).length === 0 ? [] : [every('HelmRelease', namespace)]),
    ]) {
      if (source.namespace !== undefined) others.set(`${source.namespace}/${source.kind}`, source);
    }
  }
  return [...own, ...[...others].sort(([a], [b]) => compareText(a, b)).map(([, source]) => source)];
};

/** The Kustomizations of a stage's addons: each isn't ready before what it applies is. */
const sourcesOfStage = (addons: readonly AddonInstance[]): readonly EventSource[] =>
  addons
    .map((one): EventSource => {
      const namespace = namespaceOf(one);
      return { kind: 'Kustomization', name: one.name, ...(namespace === FLUX_NAMESPACE ? {} : { namespace }) };
    })
    .sort((a, b) => compareText(a.name, b.name));

/** The addon that makes what a cluster and its stages declare; undefined where they declare nothing. */
export const notificationsOf = (
  { alerts, stages, receiver }: DeclaredNotifications,
  cluster: NotifiedCluster,
): AddonInstance | undefined => {
  const all = [...alerts, ...stages.flatMap((one) => one.alerts)];
  const place = all[0]?.place ?? receiver?.place;
  if (place === undefined) return undefined;
  const problems = [...all.flatMap(alertsProblems), ...(receiver === undefined ? [] : receiverProblems(receiver))];
  if (problems.length === 0) problems.push(...sameNames([{ stage: '', alerts }, ...stages]));
  const isGood = problems.length === 0;
  if (cluster.lockdown)
    problems.push(
      ...unheard(
        alerts.length > 0
          ? cluster.addons
          : stages.flatMap(({ addons, alerts: own }) => (own.length > 0 ? addons : [])),
      ),
    );
  const needs = isGood ? alertsNeeds(all, FLUX_NAMESPACE) : { brought: [], requires: [], substituteFrom: [] };
  const ofReceiver =
    isGood && receiver !== undefined ? receiverNeeds(receiver, FLUX_NAMESPACE) : { brought: [], requires: [] };
  const requires = [...new Set([...needs.requires, ...ofReceiver.requires])];
  const definition = {
    name: NOTIFICATIONS,
    description: 'alerts of Flux, and its webhooks',
    namespace: FLUX_NAMESPACE,
    ...(requires.length === 0 ? {} : { requires }),
    ...(needs.substituteFrom.length === 0
      ? {}
      : { kustomization: { postBuild: { substituteFrom: needs.substituteFrom } } }),
    build(scope, { vars }) {
      if (!isGood) return;
      const at = { namespace: FLUX_NAMESPACE, cluster: tryFindAddonScope(scope)?.cluster, vars };
      for (const one of alerts) buildAlerts(scope, one, { ...at, sources: sourcesOfCluster(cluster) });
      for (const { stage, addons, alerts: own } of stages) {
        for (const one of own) buildAlerts(scope, one, { ...at, prefix: stage, sources: sourcesOfStage(addons) });
      }
      if (receiver !== undefined)
        buildReceiver(scope, receiver, {
          name: 'push',
          namespace: FLUX_NAMESPACE,
          resources: [resourceOf(cluster.source)],
        });
    },
  } satisfies AddonDefinition;
  markBrought(definition, [...needs.brought, ...ofReceiver.brought]);
  const erased = definition as unknown as AddonDefinition;
  const instance = makeInstance(erased, inspectOnce(erased, place), {}) as unknown as InstanceData;
  return { ...instance, place, problems: [...instance.problems, ...problems] } as unknown as AddonInstance;
};

const resourceOf = ({ kind, name, namespace }: NotifiedCluster['source']): ReceiverSpec['resources'][number] => ({
  kind: kind as 'GitRepository',
  name,
  ...(namespace === FLUX_NAMESPACE ? {} : { namespace }),
});

/** An Alert hears nothing of other namespaces under lockdown. A tenant has alerts of its own. */
const unheard = (addons: readonly AddonInstance[]): readonly Diagnostic[] =>
  addons.flatMap((one) => {
    const namespace = namespaceOf(one);
    if (namespace === FLUX_NAMESPACE) return [];
    return diagnose(alertsEnd, {
      message: `alerts don't cover Kustomization "${one.name}" in namespace "${namespace}", since lockdown keeps its events from other namespaces`,
      at: { addon: one.name },
      fix: `make an Alert in namespace "${namespace}" by an addon, or leave the Kustomization in "${FLUX_NAMESPACE}"`,
    });
  });
