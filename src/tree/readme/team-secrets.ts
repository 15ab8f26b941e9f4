import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import { fieldsOf } from '../../json/as-shape.js';
import { compareText } from '../../json/compare-text.js';
import { parsePath, valueAt } from '../../json/json-path.js';
import { tenantOf } from '../../tenants/tenant-mark.js';

/** A Secret that the objects of a team read and nothing in the tree makes: somebody makes it once the namespace is there. */
export interface TeamSecret {
  readonly namespace: string;
  readonly name: string;
  readonly readBy: readonly string[];
}

/** The Secrets of all teams that are `external: true`, and that no script brings before Flux runs. */
export const teamSecrets = ({
  addons,
  contract,
}: Pick<CompiledCluster, 'addons' | 'contract'>): readonly TeamSecret[] => {
  const isBrought = new Set((contract.bootstrap ?? []).map(({ namespace, name }) => `${namespace}/${name}`));
  const found = new Map<string, TeamSecret & { readonly readBy: string[] }>();
  for (const { built, objects } of addons) {
    if (tenantOf(built.instance) === undefined) continue;
    for (const { json, namespace, references, title } of objects) {
      for (const { path, external } of references) {
        if (!external || namespace === undefined || !NAMES_SECRET.test(path)) continue;
        const { name } = fieldsOf(valueAt(json, parsePath(path) ?? []));
        const key = `${namespace}/${String(name)}`;
        if (typeof name !== 'string' || isBrought.has(key)) continue;
        const there = found.get(key);
        if (there === undefined) found.set(key, { namespace, name, readBy: [title] });
        else if (!there.readBy.includes(title)) there.readBy.push(title);
      }
    }
  }
  return [...found].sort(([a], [b]) => compareText(a, b)).map(([, secret]) => secret);
};

/** The field of a Secret's name: `spec.secretRef`, `spec.certSecretRef`, `imagePullSecrets[0]`. */
const NAMES_SECRET = /secret(?:s\[\d+\]|ref)$/i;
