import { isObject } from '../../../json/is-object.js';
import type { JsonObject } from '../../../json/json-value.js';
import { specOf } from '../../../json/manifest-fields.js';
import { type Defaults, type Difference, SERVER_DECIDES } from '../differences.js';
import { field, type ImmutableKind } from '../immutable-kind.js';
import { podDefaults } from '../pod-defaults.js';

const selector = field('spec.selector');

const claimTemplates: Defaults = {
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  spec: { volumeMode: 'Filesystem' },
  status: SERVER_DECIDES,
};

/** A Job without both runs one pod. */
const withCompletions = (job: JsonObject): JsonObject => {
  const { completions, parallelism } = specOf(job);
  return completions === undefined && parallelism === undefined
    ? { ...job, spec: { ...specOf(job), completions: 1 } }
    : job;
};

const areCompletionsFixed = (_: JsonObject, job: JsonObject): boolean => {
  const { completionMode, completions, parallelism = 1 } = specOf(job);
  return completionMode !== 'Indexed' || completions !== parallelism;
};

/** `SetDefaults_Pod`, which the API server does for Pods, and not for the templates of others. */
const withRequests = (container: JsonObject): JsonObject => {
  const { resources } = container;
  const limits = isObject(resources) ? resources['limits'] : undefined;
  if (!isObject(resources) || !isObject(limits)) return container;
  return { ...container, resources: { ...resources, requests: { ...limits, ...(resources['requests'] as object) } } };
};

/** Without what may change while it runs. */
const withoutMutable = (pod: JsonObject): JsonObject => {
  const { activeDeadlineSeconds: _, schedulingGates: _gates, tolerations: _tolerations, ...spec } = specOf(pod);
  const withoutImages = (list: unknown): unknown =>
    Array.isArray(list)
      ? list.map((one: unknown) => (isObject(one) ? { ...withRequests(one), image: undefined } : one))
      : list;
  const { containers, initContainers } = spec;
  return {
    ...pod,
    spec: { ...spec, containers: withoutImages(containers), initContainers: withoutImages(initContainers) },
  };
};

/** What the Job controller removes some time after its end is created again; of a suspended one, the template may change. */
const isOpenJob = (job: JsonObject): boolean => {
  const { ttlSecondsAfterFinished, suspend } = specOf(job);
  return ttlSecondsAfterFinished !== undefined || suspend === true;
};

/**
 * Where the old object says nothing of `rollingUpdate`, the API server has filled it in, and no manifest of Flux's takes
 * out what Flux didn't put there.
 */
const leftRollingUpdate =
  (field: 'strategy' | 'updateStrategy', other: string, defaults: string) =>
  (from: JsonObject, to: JsonObject): readonly Difference[] => {
    const [before, after] = [from, to].map((object) => {
      const strategy = specOf(object)[field];
      return isObject(strategy) ? strategy : {};
    }) as [JsonObject, JsonObject];
    const { type = 'RollingUpdate', rollingUpdate } = before;
    if (type !== 'RollingUpdate' || rollingUpdate !== undefined || after['type'] !== other) return [];
    const why = `the API server has filled in spec.${field}.rollingUpdate, which ${other} doesn't take`;
    const instead = `first merge a change that only adds spec.${field}.rollingUpdate: ${defaults}, which is what the cluster has; then Flux may take it out`;
    return [{ path: ['spec', field, 'type'], from: type, to: other, certain: true, why, instead }];
  };

export const workloads: readonly ImmutableKind[] = [
  {
    group: 'apps',
    kind: 'Deployment',
    upstream: 'ValidateDeploymentUpdate',
    fields: [selector],
    extra: leftRollingUpdate('strategy', 'Recreate', "{ maxSurge: '25%', maxUnavailable: '25%' }"),
  },
  { group: 'apps', kind: 'DaemonSet', upstream: 'ValidateDaemonSetSpecUpdate', fields: [selector] },
  { group: 'apps', kind: 'ReplicaSet', upstream: 'ValidateReplicaSetUpdate', fields: [selector] },
  {
    group: 'apps',
    kind: 'StatefulSet',
    upstream: 'ValidateStatefulSetUpdate',
    fields: [
      selector,
      field('spec.serviceName'),
      field('spec.podManagementPolicy', 'OrderedReady'),
      field('spec.volumeClaimTemplates', claimTemplates),
    ],
    extra: leftRollingUpdate('updateStrategy', 'OnDelete', '{ partition: 0 }'),
  },
  { group: 'apps', kind: 'ControllerRevision', upstream: 'ValidateControllerRevisionUpdate', fields: [field('data')] },
  {
    group: 'batch',
    kind: 'Job',
    upstream: 'ValidateJobSpecUpdate',
    view: withCompletions,
    unsure: isOpenJob,
    fields: [
      selector,
      field('spec.template', { spec: podDefaults }),
      { path: 'spec.completions', when: areCompletionsFixed },
      field('spec.completionMode', 'NonIndexed'),
      field('spec.podFailurePolicy', { rules: { onPodConditions: { status: 'True' } } }),
      field('spec.backoffLimitPerIndex'),
      field('spec.managedBy'),
      field('spec.successPolicy'),
    ],
  },
  {
    group: '',
    kind: 'Pod',
    upstream: 'ValidatePodUpdate',
    view: withoutMutable,
    fields: [field('spec', podDefaults)],
  },
];
