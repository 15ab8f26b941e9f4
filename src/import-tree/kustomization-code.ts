import { kustomizationDefaults } from '../constructs/kustomization-settings.js';
import { equalJson } from '../json/equal-json.js';
import type { JsonObject } from '../json/json-value.js';
import { specOf } from '../json/manifest-fields.js';
import { type CodeNode, object, text } from './code-node.js';
import { jsonCode } from './json-code.js';

/** Derived by fluxspan, or done before: the objects of the code are those that kustomize has built with these. */
const DONE = new Set(
  `path sourceRef dependsOn postBuild patches patchesStrategicMerge patchesJson6902 images components namePrefix nameSuffix
targetNamespace buildMetadata ignoreMissingComponents`.split(/\s+/),
);

/** Of fields that the YAML doesn't give, Flux's default is another one than fluxspan's, and matters. */
const SAID = { wait: false, prune: false } as const;

/** The settings of an addon's Kustomization that aren't fluxspan's defaults; undefined if all are. */
export const kustomizationCode = (
  owner: JsonObject,
  namespace: string,
  postBuild: CodeNode | undefined,
): CodeNode | undefined => {
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
  const members = Object.entries(given).filter(
    ([key, value]) =>
      !DONE.has(key) &&
      value !== null &&
      !(Array.isArray(value) && value.length === 0) &&
      !equalJson(value, (kustomizationDefaults as JsonObject)[key]),
  );
  const settings: Record<string, CodeNode | undefined> = {
    ...(namespace === 'flux-system' ? {} : { namespace: text(namespace) }),
    ...Object.fromEntries(
      members.map(([key, value]) => [key, jsonCode(value, [key], { comments: new Map(), textCode: () => undefined })]),
    ),
    postBuild,
  };
  return Object.values(settings).every((one) => one === undefined) ? undefined : object(settings);
};
