import { configMapKey } from '../../applied/config-map-key.js';
import { parseOwnerKey } from '../../declared/owner-key.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { fieldsOf, objectsOf, textOf } from '../../json/as-shape.js';
import { type JsonPath, printPath } from '../../json/json-path.js';
import { specOf } from '../../json/manifest-fields.js';
import { isBuiltInGroup } from '../../schema/kubernetes-groups.js';
import { isDisabled } from '../../substitution/is-disabled.js';
import { findSites, type Site } from '../../substitution/sites.js';
import { SubstitutionError } from '../../substitution/substitution-error.js';
import { numericText } from '../diagnostics.js';
import { builtObjectsOf, type OwnerWithVars } from '../state-of-view.js';
import type { SuppliedData } from '../supplied-data.js';
import { openPlaces, type VarOptions } from '../var-findings.js';
import { type AccountId, accountIdsIn } from './account-ids.js';
import type { ComparedTerraform } from './compared-terraform.js';
import { findWritten } from './written-data.js';

/**
 * Texts that are nothing but a var with the id of an account: Flux substitutes without quotes, so that they become numbers.
 *
 * @param data what the tree has, which wins
 */
export const accountIdFindings = (
  owners: readonly OwnerWithVars[],
  { written, reads }: Pick<ComparedTerraform, 'written' | 'reads'>,
  data: ReadonlyMap<string, SuppliedData>,
  options: VarOptions,
): readonly Diagnostic[] => {
  const known = new Map<string, ReadonlyMap<string, AccountId>>();
  return owners.flatMap((one): readonly Diagnostic[] => {
    const { owner } = one;
    const { namespace } = parseOwnerKey(owner.key);
    const postBuild = fieldsOf(specOf(owner.json)['postBuild']);
    const ids = new Map<string, { readonly how: AccountId; readonly place: string }>();
    for (const source of objectsOf(postBuild['substituteFrom'])) {
      const [kind, name] = [String(source['kind']), textOf(source['name']) ?? ''];
      const inTree = data.get(`${kind}/${configMapKey(namespace, name)}`);
      const found = inTree === undefined ? findWritten(written, kind, namespace, name) : undefined;
      for (const key of inTree?.data.keys() ?? found?.keys.keys() ?? []) ids.delete(key);
      if (found === undefined) continue;
      const own = known.get(found.place) ?? accountIdsIn(found, reads, options);
      known.set(found.place, own);
      for (const [key, how] of own) ids.set(key, { how, place: found.place });
    }
    for (const key of Object.keys(fieldsOf(postBuild['substitute']))) ids.delete(key);
    if (ids.size === 0) return [];
    const placeOf = openPlaces(one, options);
    return builtObjectsOf(owner).flatMap((object) =>
      isDisabled(object.built)
        ? []
        : findSites(object.built).flatMap((site): readonly Diagnostic[] => {
            const name = varAlone(site) ?? '';
            const id = ids.get(name);
            const outcome = id === undefined || site.isKey ? undefined : outcomeAt(site.path, object.id);
            if (id === undefined || outcome === undefined) return [];
            const of = `${object.id.kind}/${object.id.name}`;
            return [
              diagnose(numericText, {
                message: `${of}: ${printPath(site.path)} becomes a number, since \${${name}} is the id of an account: ${outcome === 'refused' ? 'the API server refuses it' : `Flux leaves out all ${outcome} of the object`}`,
                at: placeOf(object, site),
                notes: [
                  `Terraform writes ${name} at ${id.place}`,
                  'Flux substitutes in YAML without quotes, whatever the file has',
                ],
                fix: `let Terraform write the value in quotes under another name, as in ${name}_text = "\\"\${…}\\"", and read that`,
                severity: id.how === 'certain' && outcome === 'refused' ? 'error' : 'warning',
              }),
            ];
          }),
    );
  });
};

type Outcome = 'refused' | 'labels' | 'annotations';

/** What a number does in the place of a text; undefined where it may be one. */
const outcomeAt = (
  path: JsonPath,
  { group, kind }: { readonly group: string; readonly kind: string },
): Outcome | undefined => {
  const [first, second] = path;
  if (first === 'metadata' && (second === 'labels' || second === 'annotations') && path.length === 3) return second;
  if (!isBuiltInGroup(group)) return undefined;
  if (group === '' && kind === 'ConfigMap') return first === 'data' && path.length === 2 ? 'refused' : undefined;
  if (group === '' && kind === 'Secret') return first === 'stringData' && path.length === 2 ? 'refused' : undefined;
  const [above, last] = [path.at(-2), path.at(-1)];
  const isMap = above === 'labels' || above === 'annotations' || above === 'matchLabels' || above === 'nodeSelector';
  const isEnv = last === 'value' && path.at(-3) === 'env' && /ontainers$/.test(String(path.at(-5)));
  return isMap || isEnv ? 'refused' : undefined;
};

/** The var that is all of a text, as it is. */
const varAlone = ({ template }: Pick<Site, 'template'>): string | undefined => {
  const [only, ...more] = template instanceof SubstitutionError ? [] : template.nodes;
  return typeof only === 'object' && more.length === 0 && only.operator === '' ? only.name : undefined;
};
