import type { LanguageField } from './form/language-field.js';
import type { ReferenceRow } from './form/reference.js';
import { projects } from './registry.js';

const clusterScoped: ReadonlySet<string> = new Set(
  projects.flatMap(({ clusterScoped = {} }) =>
    Object.entries(clusterScoped).flatMap(([group, kinds]) => kinds.map((kind) => `${group}/${kind}`)),
  ),
);

/** Whether objects of this kind live in no namespace. Of an unknown kind: no. */
export const isClusterScoped = (group: string, kind: string): boolean => clusterScoped.has(`${group}/${kind}`);

/** Every way in which objects name others. */
export const referenceRows: readonly ReferenceRow[] = projects.flatMap(({ references = [] }) => references);

/** By `group/Kind`, the fields whose text a controller parses, and the schema of the kind doesn't. */
export const languageFields: Readonly<Record<string, readonly LanguageField[]>> = Object.assign(
  {},
  ...projects.map(({ languages }) => languages),
);

/** By the name of a chart, the API groups whose objects a webhook of it admits, which fails closed. */
export const webhookCharts: ReadonlyMap<string, readonly string[]> = new Map(
  projects.flatMap(({ webhooks = {} }) => Object.entries(webhooks)),
);

const quiet: ReadonlySet<string> = new Set(projects.flatMap(({ makesNothingNamed = [] }) => makesNothingNamed));

/** Whether nothing comes from a custom resource that other objects name, or nothing unknown. */
export const makesNothingNamed = (group: string, kind: string): boolean =>
  quiet.has(`${group}/*`) || quiet.has(`${group}/${kind}`);

/** Names of charts whose operators copy objects to other namespaces, or make them there. */
export const copyingCharts: ReadonlySet<string> = new Set(projects.flatMap(({ copies = [] }) => copies));
