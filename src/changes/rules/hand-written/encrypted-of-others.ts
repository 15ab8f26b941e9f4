import { titleOf } from '../../../applied/object-id.js';
import { ownerName } from '../../../applied/owner-name.js';
import type { FluxObject, FluxOwner } from '../../../applied/view/flux-view.js';
import { type Diagnostic, diagnose } from '../../../diagnostics/index.js';
import { nameSome } from '../../../diagnostics/list-names.js';
import { isObject } from '../../../json/is-object.js';
import { encryptedObject } from '../../../rules/flux/encrypted-object.js';
import { isLeftEncrypted, needsDecryption } from '../../../rules/sops/sops.js';
import { defineChangeRule } from '../../change-rule.js';

/**
 * Reports SOPS-encrypted files that Flux applies without decrypting them, through hand-written Kustomizations or those
 * that addons and ResourceSets make. A notice if the base has the problem already.
 */
export const encryptedOfOthersRule = defineChangeRule(
  [encryptedObject],
  ({ compiled, view, schemas }, report) => {
    if (view === undefined) return;
    const { before, after, isOwn } = view;
    const { cluster, addons } = compiled;
    const own = new Set(addons.map(({ built }) => `${built.kustomizationNamespace}/${built.name}`));
    const inside = ({ owners, root }: typeof after, key: string): readonly FluxObject[] => {
      const owner = owners.get(key);
      if (owner === undefined || decrypts(owner)) return [];
      return owner.objects.filter(
        ({ id, built, path }) =>
          isObject(built['sops']) &&
          !(key === root && isOwn(path)) &&
          !isLeftEncrypted({ json: built }) &&
          needsDecryption({ ...id, apiVersion: String(built['apiVersion']), json: built }, schemas.of(compiled)),
      );
    };
    // A Kustomization that isn't declared here may decrypt, and may configure decryption for those that it applies.
    const isAssumed = after.running.file === undefined;
    const problems = [...after.owners.values()].flatMap(({ key, file }): readonly Diagnostic[] => {
      const found = own.has(key) || (isAssumed && key === after.root) ? [] : inside(after, key);
      const [first] = found;
      if (first === undefined) return [];
      const had = new Set(inside(before, key).map(({ id }) => titleOf(id)));
      const isOld = found.every(({ id }) => had.has(titleOf(id)));
      if (isOld && isAssumed) return [];
      const titles = found.map(({ id }) => titleOf(id));
      const maker = addons.find(({ objects }) =>
        objects.some(({ kind, namespace, name }) => kind === 'Kustomization' && `${namespace}/${name}` === key),
      );
      return [
        diagnose(encryptedObject, {
          message: `${nameSome(titles, 3)} ${titles.length === 1 ? 'is' : 'are'} encrypted with SOPS, and Kustomization "${ownerName(key, after.root)}", which ${maker === undefined ? 'fluxspan did not write' : `addon "${maker.built.name}" makes`}, has no decryption: Flux applies the ENC[…] text`,
          at: {
            cluster: cluster.name,
            ...(maker === undefined ? {} : { addon: maker.built.name }),
            object: titles[0]!,
            ...(first.path === '' ? {} : { file: first.path }),
          },
          ...(isOld ? { severity: 'notice' } : isAssumed ? { severity: 'warning' } : {}),
          fix: `add decryption: { provider: sops, secretRef: { name: sops-age } } to its spec${file === undefined || maker !== undefined ? '' : ` in "${file}"`}`,
        }),
      ];
    });
    for (const problem of problems) report(problem);
  },
  { settledBy: ['adoption'] },
);

const decrypts = ({ json: { spec } }: FluxOwner): boolean => isObject(spec) && isObject(spec['decryption']);
