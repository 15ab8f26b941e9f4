import type { BlockingWebhook } from './form/blocking-webhook.js';
import type { CloudOperator } from './form/cloud-operator.js';
import type { LanguageField } from './form/language-field.js';
import type { ReferenceRow } from './form/reference.js';
import { projects } from './registry.js';

const clusterScoped: ReadonlySet<string> = new Set(
  projects.flatMap(({ clusterScoped = {} }) =>
    Object.entries(clusterScoped).flatMap(([group, kinds]) => kinds.map((kind) => `${group}/${kind}`)),
  ),
);

/** Whether a kind is cluster-scoped; false for an unknown kind. */
export const isClusterScoped = (group: string, kind: string): boolean => clusterScoped.has(`${group}/${kind}`);

/** Every way in which objects name others. */
export const referenceRows: readonly ReferenceRow[] = projects.flatMap(({ references = [] }) => references);

/** Fields by `group/Kind` whose text a controller parses, and the schema doesn't check. */
export const languageFields: Readonly<Record<string, readonly LanguageField[]>> = Object.assign(
  {},
  ...projects.map(({ languages }) => languages),
);

/** By chart name: the API groups that a webhook of the chart admits, if it fails closed. */
export const webhookCharts: ReadonlyMap<string, readonly string[]> = new Map(
  projects.flatMap(({ webhooks = {} }) => Object.entries(webhooks)),
);

/** By chart name: its webhooks that fail closed, for objects that others create. */
export const blockingWebhooks: ReadonlyMap<string, readonly BlockingWebhook[]> = new Map(
  projects.flatMap(({ blocks = {} }) => Object.entries(blocks)),
);

const quiet: ReadonlySet<string> = new Set(projects.flatMap(({ makesNothingNamed = [] }) => makesNothingNamed));

/** Whether a custom resource creates nothing that other objects reference, or nothing unknown. */
export const makesNothingNamed = (group: string, kind: string): boolean =>
  quiet.has(`${group}/*`) || quiet.has(`${group}/${kind}`);

const appliers: ReadonlySet<string> = new Set(projects.flatMap(({ appliesOthers = [] }) => appliesOthers));

/** Whether the operator of a custom resource applies manifests that aren't known, in any namespace. */
export const appliesOthers = (group: string, kind: string): boolean => appliers.has(`${group}/${kind}`);

/** Names of charts whose operators copy or create objects in other namespaces. */
export const copyingCharts: ReadonlySet<string> = new Set(projects.flatMap(({ copies = [] }) => copies));

/** Operators that manage resources of a cloud. */
export const cloudOperators: readonly CloudOperator[] = projects.flatMap(({ cloud }) => cloud ?? []);
