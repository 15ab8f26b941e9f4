import { configMap, type Day, database, release, type TeamAddon, webObjects, widgets } from './day-two.js';

/** How a change reaches the cluster. */
export type Way =
  /** One commit of what synth writes. */
  | 'commit'
  /** The two commits of `fluxspan handover`. */
  | 'handover'
  /** One commit that synth refuses, of somebody who commits it all the same. */
  | 'refused'
  /** No commit: Terraform writes other values. */
  | 'inputs';

export interface Change {
  readonly title: string;
  readonly way?: Way;
  /** The tree changes, and the cluster doesn't. */
  readonly isSilent?: boolean;
  readonly day: (day: Day) => Day;
  /** What Terraform writes then: vars, and values of a release. */
  readonly vars?: Readonly<Record<string, string>>;
  readonly values?: Readonly<Record<string, object>>;
}

const dev = (settings: Day['dev']) => (day: Day) => ({ ...day, dev: { ...day.dev, ...settings } });
const both = (settings: Day['dev']) => (day: Day) => ({
  ...day,
  dev: { ...day.dev, ...settings },
  prod: { ...day.prod, ...settings },
});
const team = (name: string, addon: Partial<TeamAddon>) => (day: Day) => ({
  ...day,
  team: { ...day.team, [name]: { ...(day.team[name] ?? { objects: () => [] }), ...addon } },
});
const without = (name: string) => (day: Day) => ({
  ...day,
  team: Object.fromEntries(Object.entries(day.team).filter(([one]) => one !== name)),
});

const flags = configMap('flags', { beta: 'no', alpha: 'yes' });
const kept = configMap('kept', { note: 'stays' }, { 'kustomize.toolkit.fluxcd.io/prune': 'disabled' });
const greeting = configMap('greeting', { text: '${TEAM_GREETING}' });
/** It isn't there. */
const extra = { kind: 'ConfigMap', name: 'podinfo-extra', optional: true };
const forced = { 'kustomize.toolkit.fluxcd.io/force': 'enabled' };
const proxy = { name: 'proxy', image: 'proxy:1', ports: [{ name: 'admin', containerPort: 9901 }] };
const web = (...given: Parameters<typeof webObjects>) => team('web', { objects: webObjects(...given) });

export const firstDay: Day = {
  dev: {},
  prod: {},
  team: {
    web: { objects: webObjects({}), config: { 'app.conf': 'level = info' } },
    settings: { objects: () => [flags, kept] },
    db: { objects: () => [database()] },
    widgets: { objects: () => [widgets('v1')] },
    podinfo: { objects: () => release() },
  },
};

/** What a year brings to a platform, one change after the other. */
export const changes: readonly Change[] = [
  { title: 'an option of an addon', day: dev({ externalDns: { policy: 'upsert-only' } }) },
  { title: 'an option that is a field of an object', day: dev({ karpenterNodes: { cpuLimit: 200 } }) },
  {
    title: 'a version of a chart, and values of another release',
    day: dev({ metricsServer: { version: '3.13.0' }, istio: { values: { istiod: { autoscaleMin: 2 } } } }),
  },
  { title: 'an option in two clusters at once', day: both({ reloader: { replicas: 2 } }) },
  { title: 'the settings of a Kustomization', day: dev({ headlamp: { kustomization: { timeout: '7m' } } }) },
  {
    title: 'an immutable field, declared as replaced',
    day: (day) => ({
      ...dev({ storageClass: { iops: 4000, kustomization: { force: true } } })(day),
      replaced: [{ kind: 'StorageClass', name: 'storage-class' }],
    }),
  },
  {
    title: 'settings of a release by which Helm does nothing',
    day: team('podinfo', { objects: () => release({ timeout: '7m', valuesFrom: [extra] }, { interval: '3m' }) }),
  },
  {
    title: 'metadata that a release puts on its objects',
    day: team('podinfo', { objects: () => release({ commonMetadata: { labels: { team: 'web' } } }) }),
  },
  { title: 'an image', day: web({ image: 'web:1.1.0' }) },
  {
    title: 'the content of a ConfigMap with a hash in its name',
    day: team('web', { config: { 'app.conf': 'level = debug' } }),
  },
  {
    title: 'replicas and a label, of which no pod knows',
    day: web({ image: 'web:1.1.0', replicas: 2, label: 'front' }),
  },
  {
    title: 'what the API server would have said by itself',
    isSilent: true,
    day: web({
      image: 'web:1.1.0',
      replicas: 2,
      label: 'front',
      container: {
        imagePullPolicy: 'IfNotPresent',
        resources: { requests: { cpu: '1000m', memory: '65536Ki' } },
      },
    }),
  },
  {
    title: 'a second container, and another port',
    day: web({ image: 'web:1.1.0', replicas: 2, sidecars: [proxy], port: 8080 }),
  },
  {
    title: 'a new input',
    day: team('greeting', { objects: () => [greeting], inputs: { TEAM_GREETING: 'hello' } }),
  },
  { title: 'a CRD with one more version', day: team('widgets', { objects: () => [widgets('v1', 'v2')] }) },
  {
    title: 'an object that moves to another addon',
    way: 'handover',
    day: (day) =>
      team('settings', { objects: () => [kept] })(
        web({ image: 'web:1.1.0', replicas: 2, sidecars: [proxy], port: 8080, more: [flags] })(day),
      ),
  },
  {
    title: 'an addon with another name',
    way: 'handover',
    day: (day) => team('greetings', day.team['greeting']!)(without('greeting')(day)),
  },
  {
    title: 'an update that the API server refuses',
    way: 'refused',
    day: team('db', { objects: () => [database({ serviceName: 'other' })] }),
  },
  {
    title: 'the same, forced and declared',
    day: (day) => ({
      ...team('db', { objects: () => [database({ serviceName: 'other' }, forced)] })(day),
      replaced: [...(day.replaced ?? []), { kind: 'StatefulSet', name: 'db' }],
    }),
  },
  {
    title: 'an object with another name',
    day: team('greetings', { objects: () => [configMap('welcome', { text: '${TEAM_GREETING}' })] }),
  },
  { title: 'an addon that goes, and leaves what it protects', day: without('settings') },
  {
    title: 'an addon that goes with all it has',
    day: (day) => ({
      ...without('db')(day),
      removed: [{ kind: 'StatefulSet', name: 'db' }],
      replaced: day.replaced?.slice(0, 1) ?? [],
    }),
  },
  {
    title: 'the value of a var',
    way: 'inputs',
    day: (day) => day,
    vars: { TEAM_GREETING: 'good evening', TF_CLUSTER_NAME: 'another' },
  },
  {
    title: 'a value of a release that Terraform knows',
    way: 'inputs',
    day: (day) => day,
    values: { 'external-dns': { domainFilters: ['example.net'] } },
  },
];
