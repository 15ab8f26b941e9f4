import { isFluxKustomization, type OwnedObject, ownerKey } from '../../../applied/cluster-state.js';
import { tryFindSource } from '../../../applied/find-source.js';
import { jsonOf } from '../../../applied/holding.js';
import { titleOf } from '../../../applied/object-id.js';
import { ownerName } from '../../../applied/owner-name.js';
import { defineDiagnostic, diagnose } from '../../../diagnostics/index.js';
import { compareText } from '../../../json/compare-text.js';
import { equalJson } from '../../../json/equal-json.js';
import { specOf } from '../../../json/manifest-fields.js';
import { defineChangeRule } from '../../change-rule.js';

const unseenChange = defineDiagnostic({
  code: 'FX524',
  name: 'unseen-change',
  severity: 'notice',
  summary:
    "A source changes its files, and a Kustomization that prunes reads it. Flux deletes what the new files no longer have, and the tree doesn't show what that is.",
  page: {
    example: 'ref: { tag: v1.2.0 } of a GitRepository with CRDs becomes ref: { tag: v2.0.0 }',
    flux: 'nothing: CRDs that v2.0.0 no longer has are deleted, with all objects of their kinds',
    right: 'compare the files of both versions before you merge the change',
  },
});

/**
 * The fields that decide which files a source contains. For the source's location, `replacedKustomization` compares.
 */
const CONTENTS = ['ref', 'ignore', 'include', 'sparseCheckout', 'layerSelector', 'bucketName', 'prefix'];

/**
 * Reports sources whose files change, for Kustomizations that prune and whose objects aren't in this repository: Flux
 * deletes what the source no longer contains, and the repository doesn't show that.
 */
export const unseenChangeRule = defineChangeRule([unseenChange], ({ cluster, before, after }, report) => {
  const found = new Map<string, { source: OwnedObject; fields: readonly string[]; owners: string[] }>();
  for (const object of after.objects.values()) {
    if (!isFluxKustomization(object.id) || !before.objects.has(object.key)) continue;
    const key = ownerKey(object.id);
    const owners = [before.owners.get(key), after.owners.get(key)];
    const isAtRisk = owners.some((owner) => owner?.prune === true && !owner.keepsAll);
    if (!isAtRisk || owners.some((owner) => owner === undefined || owner.seen)) continue;
    const source = tryFindSource(specOf(jsonOf(object))['sourceRef'], object.id.namespace, after);
    const old = source === undefined ? undefined : before.objects.get(source.key);
    if (source === undefined || old === undefined) continue;
    const fields = CONTENTS.filter(
      (name) => !equalJson(specOf(jsonOf(old))[name] ?? null, specOf(jsonOf(source))[name] ?? null),
    );
    if (fields.length === 0) continue;
    const known = found.get(source.key) ?? { source, fields, owners: [] };
    known.owners.push(ownerName(key));
    found.set(source.key, known);
  }
  const problems = [...found.values()]
    .sort((a, b) => compareText(a.source.key, b.source.key))
    .map(({ source, fields, owners }) => {
      const names = owners.sort().map((name) => `"${name}"`);
      return diagnose(unseenChange, {
        message: `${titleOf(source.id)} changes its ${fields.join(' and ')}: what ${names.length === 1 ? 'Kustomization' : 'Kustomizations'} ${names.join(' and ')} no longer ${names.length === 1 ? 'finds' : 'find'} there, Flux deletes, and its files aren't in this repository`,
        at: { cluster, object: titleOf(source.id), path: `spec.${fields[0]}` },
        fix: 'compare the files of both versions before you merge: which files are missing, and what they declare',
      });
    });
  for (const problem of problems) report(problem);
});
