import type { AddonInstance } from '../../addon/addon.js';
import { isVarName } from '../../addon/names.js';
import type { ProducedOutput } from '../../addon/outputs.js';
import { placesOf, readUses } from '../../addon/uses.js';
import type { VarSource } from '../../constructs/kustomization-settings.js';
import { compareText } from '../../json/compare-text.js';

type VarTypes = Record<string, never>;

/** The ConfigMaps and Secrets from which an addon's Kustomization substitutes what other addons produce. */
export const outputSources = (
  instance: AddonInstance,
  produced: ReadonlyMap<string, readonly ProducedOutput[]>,
): readonly VarSource[] => {
  const sources = new Map<string, { readonly kind: 'ConfigMap' | 'Secret'; name: string; vars: VarTypes }>();
  for (const use of readUses(instance.definition)) {
    if (use.asValues) continue;
    const { outputs = {} } = use.definition as { readonly outputs?: VarTypes };
    for (const { key, kind, name } of placesOf(use, produced)) {
      const title = `${kind}/${name}`;
      const source = sources.get(title) ?? { kind, name, vars: {} };
      sources.set(title, source);
      // Another rule reports a key that Flux can't take.
      if (isVarName(key) && Object.hasOwn(outputs, key)) source.vars[key] = outputs[key]!;
    }
  }
  return [...sources].sort(([a], [b]) => compareText(a, b)).map(([, source]) => source);
};
