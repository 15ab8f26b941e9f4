import type { ObjectId } from '../applied/object-id.js';
import { type ArtifactPart, readArtifacts } from '../applied/view/artifact-tree.js';
import { sourceOf } from '../applied/view/build-owner.js';
import type { FluxView } from '../applied/view/flux-view.js';
import { parseOwnerKey } from '../declared/owner-key.js';
import { type Diagnostic, diagnose, nearest } from '../diagnostics/index.js';
import { unknownReference } from '../rules/flux/reference.js';
import { isTwin } from '../rules/references/is-twin.js';
import { holdsExpression } from '../substitution/holds-expression.js';
import type { FileOf } from './object-file.js';
import { placeInKustomization } from './var-findings.js';

/** An artifact with the generator that assembles it; undefined for an ExternalArtifact that is in the tree itself. */
type MadeArtifact = { readonly generator: ObjectId; readonly part: ArtifactPart } | undefined;

/** The ExternalArtifacts of a cluster, by `namespace/name`. */
export const artifactsOf = ({ owners }: Pick<FluxView, 'owners'>): ReadonlyMap<string, MadeArtifact> => {
  const made = new Map<string, MadeArtifact>();
  for (const { objects, sets } of owners.values())
    for (const { id, json } of [...objects, ...sets.objects])
      if (id.kind === 'ExternalArtifact') made.set(`${id.namespace}/${id.name}`, undefined);
      else if (id.kind === 'ArtifactGenerator')
        for (const part of readArtifacts(id, json))
          made.set(part.key.replace(/^ExternalArtifact\//, ''), { generator: id, part });
  return made;
};

/** The Kustomizations whose ExternalArtifact no generator makes, while one makes a similar one, each with its finding. */
export const artifactFindings = (
  view: FluxView,
  options: { readonly fileOf: FileOf },
): ReadonlyMap<string, Diagnostic> => {
  const made = artifactsOf(view);
  const isOpen = [...made.keys()].some(holdsExpression);
  // What isn't seen may have another generator.
  const isPartial = [...view.owners.values()].some(({ folder, notSeen }) => folder !== undefined && notSeen.length > 0);
  const found = new Map<string, Diagnostic>();
  for (const owner of view.owners.values()) {
    const { kind, namespace, name } = sourceOf(owner.json, parseOwnerKey(owner.key).namespace);
    if (kind !== 'ExternalArtifact' || isOpen || made.has(`${namespace}/${name}`) || holdsExpression(name)) continue;
    const names = [...made.keys()].flatMap((one) =>
      one.startsWith(`${namespace}/`) ? [one.slice(namespace.length + 1)] : [],
    );
    const near = names.find((one) => isTwin(one, name)) ?? (isPartial ? undefined : nearest(name, names));
    if (near === undefined) continue;
    found.set(
      owner.key,
      diagnose(unknownReference, {
        message: `nothing makes ExternalArtifact/${name} in namespace "${namespace}"`,
        at: placeInKustomization({ owner }, 'spec.sourceRef.name', options),
        notes: [`an ArtifactGenerator makes "${near}"`],
        fix: `correct the name; did you mean "${near}"?`,
      }),
    );
  }
  return found;
};
