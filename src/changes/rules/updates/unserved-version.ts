import { titleOf } from '../../../applied/object-id.js';
import { ownerTitle } from '../../../applied/owner-name.js';
import { defineDiagnostic, diagnose, nameSome } from '../../../diagnostics/index.js';
import { fieldsOf, objectsOf } from '../../../json/as-shape.js';
import type { JsonObject } from '../../../json/json-value.js';
import { defineChangeRule } from '../../change-rule.js';

const unservedVersion = defineDiagnostic({
  code: 'FX720',
  name: 'unserved-version',
  severity: 'error',
  summary:
    "A change of a CRD stops serving a version that objects in files that fluxspan didn't write still use, so Flux can no longer apply them.",
  page: {
    example:
      'served: false for v1beta1 in a CRD, while a hand-written file has an object with apiVersion: example.org/v1beta1',
    flux: 'no matches for kind "Widget" in version "example.org/v1beta1"',
    right: 'change the objects to apiVersion: example.org/v1 first, and set served: false when Flux has applied them',
  },
});

/** A sentence names this many objects, then counts the rest. */
const NAMED = 6;

/** Reports versions that CRDs no longer serve while hand-written files still have objects in them. */
export const unservedVersionRule = defineChangeRule([unservedVersion], ({ cluster, before, after }, report) => {
  const problems = after.index.ofKind('apiextensions.k8s.io', 'CustomResourceDefinition').flatMap((crd) => {
    const [{ json }] = crd.holdings;
    const old = before.objects.get(crd.key)?.holdings[0].json;
    if (old === undefined || old === json) return [];
    const { group, names } = fieldsOf(json['spec']);
    const served = servedBy(json);
    const gone = [...servedBy(old)].filter((version) => !served.has(version));
    if (gone.length === 0 || served.size === 0) return [];
    const objects = after.index.ofKind(String(group), String(fieldsOf(names)['kind']));
    return gone.flatMap((version) => {
      const users = objects.flatMap(({ id, holdings }) => {
        const [{ json: object, isForeign, owner, path }] = holdings;
        const { kubeConfig, suspend } = after.owners.get(owner) ?? {};
        const isHere = isForeign === true && kubeConfig === undefined && suspend !== true;
        return isHere && object['apiVersion'] === `${String(group)}/${version}`
          ? [{ title: titleOf(id), owner, path }]
          : [];
      });
      const [first] = users;
      if (first === undefined) return [];
      const titles = nameSome(users.map(({ title }) => title).sort(), NAMED);
      return [
        diagnose(unservedVersion, {
          message: `${titleOf(crd.id)} no longer serves ${version}, in which ${titles} ${users.length === 1 ? 'is' : 'are'} written`,
          at: {
            cluster,
            ...(first.path === '' ? { object: titleOf(crd.id) } : { file: first.path }),
            path: 'apiVersion',
          },
          notes: [`${ownerTitle(first.owner, after.rootKey)} fails from then on`],
          fix: `write them as apiVersion: ${String(group)}/${[...served].at(-1)!} first, or keep served: true for ${version}`,
        }),
      ];
    });
  });
  for (const problem of problems) report(problem);
});

const servedBy = (crd: JsonObject): ReadonlySet<string> =>
  new Set(
    objectsOf(fieldsOf(crd['spec'])['versions']).flatMap(({ name, served }) => (served === true ? [String(name)] : [])),
  );
