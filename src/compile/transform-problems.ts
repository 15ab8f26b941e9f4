import { type Diagnostic, diagnose, formatValue } from '../diagnostics/index.js';
import type { AddonDraft } from './built-cluster.js';
import { kustomizationTransforms } from './diagnostics.js';
import type { ScopeOf } from './kind-scopes.js';

/** How many objects a message names. */
const MAX_NAMED = 3;

/**
 * What a Kustomization would change about the identity of objects that a `build` made. Checks, references and the plan
 * count on the identity that the tree shows. Of another repository's objects nothing is known, and all is allowed.
 */
export const transformProblems = (draft: AddonDraft, scopeOf: ScopeOf): readonly Diagnostic[] => {
  const { instance, name, settings, objects } = draft;
  if (instance.definition.source !== undefined) return [];
  const problems: Diagnostic[] = [];
  for (const field of ['namePrefix', 'nameSuffix'] as const) {
    if (settings[field] === undefined || settings[field] === '') continue;
    problems.push(
      diagnose(kustomizationTransforms, {
        message: `\`${field}\` ${formatValue(settings[field])} would rename all objects of addon "${name}", and nothing that refers to them`,
        at: { addon: name, path: `kustomization.${field}` },
        fix: 'give the objects their names in `build`; the field is for an addon with a `source`',
      }),
    );
  }
  const { targetNamespace } = settings;
  if (targetNamespace === undefined) return problems;
  const moved = objects.filter(
    ({ group, kind, namespace }) =>
      namespace !== undefined && namespace !== targetNamespace && scopeOf(group, kind) !== 'Cluster',
  );
  if (moved.length === 0) return problems;
  const titles = moved.slice(0, MAX_NAMED).map((one) => `${one.title} in "${one.namespace}"`);
  const left = moved.length - titles.length;
  problems.push(
    diagnose(kustomizationTransforms, {
      message: `\`targetNamespace\` ${formatValue(targetNamespace)} would move objects of addon "${name}" out of the namespace that the tree shows`,
      at: { addon: name, path: 'kustomization.targetNamespace' },
      notes: [`it has ${titles.join(', ')}${left > 0 ? `, and ${left} more` : ''}`],
      fix: `give the addon namespace: ${formatValue(targetNamespace)} instead; the field is for an addon with a \`source\``,
    }),
  );
  return problems;
};
