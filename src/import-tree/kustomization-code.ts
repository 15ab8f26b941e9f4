import { kustomizationDefaults } from '../constructs/kustomization-settings.js';
import { equalJson } from '../json/equal-json.js';
import type { JsonObject } from '../json/json-value.js';
import { specOf } from '../json/manifest-fields.js';
import { type CodeNode, text } from './code-node.js';
import { valueCode } from './option-type.js';

/** Derived by fluxspan, or done before: the objects of the code are those that kustomize has built with these. */
const DONE = new Set(
  `path sourceRef dependsOn postBuild patches patchesStrategicMerge patchesJson6902 images components namePrefix nameSuffix
targetNamespace buildMetadata ignoreMissingComponents`.split(/\s+/),
);

/** Of fields that the YAML doesn't give, Flux's default is another one than fluxspan's, and matters. */
const SAID = { wait: false, prune: false } as const;

/** What a Kustomization says, or means by not saying it. */
export const givenSettings = (owner: JsonObject): Readonly<Record<string, unknown>> => {
  const spec = specOf(owner);
  const { wait, ...rest } = spec;
  const hasChecks = Array.isArray(spec['healthChecks']) && spec['healthChecks'].length > 0;
  const given: Record<string, unknown> = {
    ...rest,
    // Health checks count only where nothing waits for all objects.
    ...(hasChecks && wait !== true ? {} : { wait: wait ?? SAID.wait }),
    prune: rest['prune'] ?? SAID.prune,
  };
  if (wait === true) delete given['healthChecks'];
  return Object.fromEntries(
    Object.entries(given).filter(
      ([key, value]) => !DONE.has(key) && value !== null && !(Array.isArray(value) && value.length === 0),
    ),
  );
};

/**
 * The settings of an addon's Kustomization that are no defaults.
 *
 * @param shared the defaults of its cluster
 */
export const kustomizationSettings = (
  owner: JsonObject,
  namespace: string,
  shared: JsonObject,
): Readonly<Record<string, CodeNode>> => {
  const defaults: JsonObject = { ...kustomizationDefaults, ...shared };
  const members = Object.entries(givenSettings(owner)).filter(([key, value]) => !equalJson(value, defaults[key]));
  return {
    ...(namespace === 'flux-system' ? {} : { namespace: text(namespace) }),
    ...Object.fromEntries(members.map(([key, value]) => [key, valueCode(value)])),
  };
};

/** What all clusters have of their settings, and what each one has besides. */
export const commonSettings = (
  clusters: readonly Readonly<Record<string, CodeNode>>[],
): {
  readonly shared: Readonly<Record<string, CodeNode>>;
  readonly own: readonly Readonly<Record<string, CodeNode>>[];
} => {
  const isShared = (key: string, code: CodeNode | undefined): boolean =>
    clusters.every((one) => equalJson(one[key], code));
  const part = (one: Readonly<Record<string, CodeNode>>, wanted: boolean) =>
    Object.fromEntries(Object.entries(one).filter(([key, code]) => isShared(key, code) === wanted));
  return { shared: part(clusters[0]!, true), own: clusters.map((one) => part(one, false)) };
};
