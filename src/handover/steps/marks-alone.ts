import { isFluxKustomization } from '../../applied/cluster-state.js';
import { titleOf, tryReadId } from '../../applied/object-id.js';
import { parseObjects } from '../../applied/parse-objects.js';
import type { ClusterComparison } from '../../changes/comparison/comparison.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import { equalJson } from '../../json/equal-json.js';
import { KUSTOMIZATION_FILE } from '../../tree/copied-files.js';
import { bodyOf } from '../../tree/header.js';
import { handoverBlocked } from '../diagnostics.js';
import { editJson } from './edit-json.js';
import type { UnderWay } from './under-way.js';

/**
 * Files of addons in a handover in which the code changes more than the marks: the end of the handover would change that
 * together with them.
 */
export const changedBesideMarks = (
  { cluster, before, place, context: { plan }, ownFiles }: ClusterComparison,
  { addons }: UnderWay,
): readonly Diagnostic[] => {
  const had = ownFiles();
  const marks = new Map(before.marked.map(({ path, titles }) => [path, titles]));
  const paths = new Set([...had.keys(), ...plan.files.keys()]);
  const isWaiting = (path: string): boolean => addons.includes(plan.layout.addonOf(path) ?? '');
  const differing = [...paths].sort().filter((path) => {
    if (!isWaiting(path)) return false;
    const [text, planned] = [had.get(path), plan.files.get(path)];
    if (text === undefined || planned === undefined) return text !== planned;
    const titles = marks.get(path);
    if (titles === undefined) return bodyOf(path, text) !== bodyOf(path, planned);
    // It has the marks as patches, next to a file that is copied as it is.
    if (path.endsWith(`/${KUSTOMIZATION_FILE}`)) return !equalJson(withoutPatches(text), withoutPatches(planned));
    return !equalJson(parseObjects(text), marked(planned, titles));
  });
  if (differing.length === 0) return [];
  return [
    diagnose(handoverBlocked, {
      message: `cluster "${cluster}": the code changes more of ${addons.map((name) => `"${name}"`).join(', ')} than the marks of the first step, which alone are taken back`,
      at: { cluster, file: place.layout.inProject(differing[0]!) },
      notes: [`files: ${differing.map((path) => place.layout.inProject(path)).join(', ')}`],
      fix: 'take that change out of the code, take the first step back, and make the change when that is merged',
    }),
  ];
};

/** The objects of a text with the marks of the first step. */
const marked = (text: string, titles: readonly string[]) =>
  parseObjects(text).map((json) => {
    const id = tryReadId(json);
    if (id === undefined || !titles.some((title) => title === titleOf(id))) return json;
    // The note names a Kustomization where it goes, and else an object that moves.
    return editJson(json, isFluxKustomization(id) ? 'owner-goes' : 'object');
  });

const withoutPatches = (text: string) => {
  const { patches: _, ...rest } = parseObjects(text)[0] ?? {};
  return rest;
};
