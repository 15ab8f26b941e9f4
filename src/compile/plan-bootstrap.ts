import type { ContractBootstrap } from '../contract/index.js';
import type { AnyFluxCluster } from '../declared/declared-cluster.js';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { fieldsOf } from '../json/as-shape.js';
import { compareText } from '../json/compare-text.js';
import { isObject } from '../json/is-object.js';
import { dataWrittenFor } from '../knowledge/written-data.js';
import type { CompiledAddon, CompiledObject } from './compiled-cluster.js';
import { bootstrapInTree } from './outputs/diagnostics.js';

/** The Secrets that are brought before Flux runs, with the objects of the tree that name them. */
export const planBootstrap = (
  { brought }: Pick<AnyFluxCluster, 'brought'>,
  addons: readonly CompiledAddon[],
): readonly ContractBootstrap[] => {
  if (brought.length === 0) return [];
  const objects = addons.flatMap((addon) => [...addon.entry, ...addon.objects]);
  return brought
    .map(({ name, namespace, type, keys, description }) => ({
      namespace,
      name,
      type,
      keys: [...keys].sort(compareText),
      ...(description === undefined ? {} : { description }),
      readBy: [
        ...new Set(
          objects
            .filter((one) => one.namespace === namespace && namesSecret(one.json, name))
            .map(({ kind, name: reader }) => `${kind}/${reader}`),
        ),
      ].sort(compareText),
    }))
    .sort((a, b) => compareText(a.namespace, b.namespace) || compareText(a.name, b.name));
};

/** Whether a field that ends in `secretRef` names the Secret, or `valuesFrom` and `substituteFrom` do. */
const namesSecret = (value: unknown, name: string): boolean => {
  if (Array.isArray(value)) return value.some((one) => namesSecret(one, name));
  if (!isObject(value)) return false;
  if (value['kind'] === 'Secret' && value['name'] === name && value['apiVersion'] === undefined) return true;
  return Object.entries(value).some(
    ([key, one]) => (/secretRef$/i.test(key) && fieldsOf(one)['name'] === name) || namesSecret(one, name),
  );
};

/** A Secret has one origin: what is brought before isn't made by the tree. */
export const bootstrapProblems = (
  bootstrap: readonly ContractBootstrap[],
  addons: readonly CompiledAddon[],
): readonly Diagnostic[] => {
  if (bootstrap.length === 0) return [];
  const makers = new Map<string, CompiledObject>();
  for (const { objects } of addons) {
    for (const object of objects) {
      const kind = `${object.group}/${object.kind}`;
      if (kind === '/Secret') makers.set(`${object.namespace ?? ''}/${object.name}`, object);
      for (const one of dataWrittenFor(kind, fieldsOf(object.json['spec']), object.json)) {
        if (one.kind === 'ConfigMap') continue;
        makers.set(`${one.namespace ?? object.namespace ?? ''}/${one.name ?? object.name}`, object);
      }
    }
  }
  return bootstrap.flatMap(({ namespace, name }) => {
    const maker = makers.get(`${namespace}/${name}`);
    if (maker === undefined) return [];
    return diagnose(bootstrapInTree, {
      message: `Secret "${name}" in namespace "${namespace}" is brought before Flux runs, and ${maker.title} of addon "${maker.addon}" makes it, too`,
      at: { addon: maker.addon, object: maker.title },
      fix: 'take it out of `bootstrap` of the cluster, or out of the addon: the one would overwrite the other',
    });
  });
};
