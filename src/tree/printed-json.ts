import type { CompiledObject } from '../compile/compiled-cluster.js';
import { compareKeys } from '../constructs/to-json.js';
import type { JsonObject } from '../json/json-value.js';
import { SUBSTITUTE_MARK } from '../substitution/is-disabled.js';
import { replaceSites } from '../substitution/replace-sites.js';

/**
 * An object as its file in the tree has it, and as Flux reads it from git: with escaped dollars, with quotes of Flux's
 * making, or marked for Flux to leave alone.
 */
export const printedJson = ({ json, quoting }: Pick<CompiledObject, 'json' | 'quoting'>): JsonObject => {
  if (quoting === undefined) return json;
  const { isLeftAlone, texts, substitute } = quoting;
  if (isLeftAlone) return markDisabled(json);
  const replaced = replaceSites(json, [...texts.keys()], (site) => texts.get(site)) as JsonObject;
  return substitute === undefined ? replaced : withSubstitute(replaced, substitute);
};

const sorted = (object: Readonly<Record<string, unknown>>): JsonObject =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => compareKeys(a, b)));

/** https://fluxcd.io/flux/components/kustomize/kustomizations/#post-build-variable-substitution */
const markDisabled = (json: JsonObject): JsonObject => {
  const metadata = (json['metadata'] ?? {}) as Readonly<Record<string, unknown>>;
  const annotations = { ...(metadata['annotations'] as object | undefined), [SUBSTITUTE_MARK]: 'disabled' };
  return { ...json, metadata: sorted({ ...metadata, annotations: sorted(annotations) }) };
};

const withSubstitute = (json: JsonObject, substitute: Readonly<Record<string, string>>): JsonObject => {
  const spec = json['spec'] as Readonly<Record<string, unknown>>;
  const given = spec['postBuild'] as { readonly substitute?: object };
  const postBuild = sorted({ ...given, substitute: sorted({ ...given.substitute, ...substitute }) });
  return { ...json, spec: { ...spec, postBuild } };
};
